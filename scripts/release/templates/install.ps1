# Installs gamesolve @VERSION@ on Windows: downloads the archive, compares its SHA-256 with the one below, and puts the
# program into %LOCALAPPDATA%\Programs\gamesolve. GAMESOLVE_INSTALL_DIR names another folder.

function Install-Gamesolve {
    $ErrorActionPreference = 'Stop'
    # Windows PowerShell draws the progress of a download so often that the download takes minutes.
    $ProgressPreference = 'SilentlyContinue'

    if (-not [Environment]::Is64BitOperatingSystem) {
        throw 'release @VERSION@ has no program for 32-bit Windows'
    }
    $name = 'gamesolve-@VERSION@-x86_64-pc-windows-gnu'
    $url = "@URL@/$name.zip"
    $expected = '@SHA256:x86_64-pc-windows-gnu@'
    $folder = $env:GAMESOLVE_INSTALL_DIR
    if (-not $folder) {
        $folder = Join-Path $env:LOCALAPPDATA 'Programs\gamesolve'
    }

    $work = Join-Path ([IO.Path]::GetTempPath()) "gamesolve-$([Guid]::NewGuid())"
    New-Item -ItemType Directory -Path $work | Out-Null
    try {
        $archive = Join-Path $work 'gamesolve.zip'
        try {
            Invoke-WebRequest -UseBasicParsing -Uri $url -OutFile $archive
        } catch {
            throw "cannot download $url"
        }
        $found = (Get-FileHash -Algorithm SHA256 -LiteralPath $archive).Hash
        if ($found -ne $expected) {
            throw "the SHA-256 of $url is $found, and should be $expected"
        }
        Expand-Archive -LiteralPath $archive -DestinationPath $work
        try {
            New-Item -ItemType Directory -Force -Path $folder | Out-Null
            Move-Item -Force -LiteralPath (Join-Path $work "$name\gamesolve.exe") -Destination (Join-Path $folder 'gamesolve.exe')
        } catch {
            throw "cannot write to $folder; GAMESOLVE_INSTALL_DIR names another folder"
        }
    } finally {
        Remove-Item -Recurse -Force -LiteralPath $work
    }

    Write-Output "Installed gamesolve @VERSION@: $(Join-Path $folder 'gamesolve.exe')"
    if (($env:Path -split ';') -notcontains $folder) {
        Write-Output "This folder is not in your Path. For this terminal: `$env:Path = `"$folder;`$env:Path`""
    }
}

try {
    Install-Gamesolve
} catch {
    [Console]::Error.WriteLine("error: $_")
    # Typed at a prompt, `exit` would close the terminal.
    if ($PSCommandPath) {
        exit 1
    }
}
