# For a tap of Homebrew: Formula/gamesolve.rb.
class Gamesolve < Formula
  desc "@DESCRIPTION@"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["Apache-2.0", "MIT"]

  on_macos do
    on_arm do
      url "@URL@/gamesolve-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin@"
    end
    on_intel do
      url "@URL@/gamesolve-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@URL@/gamesolve-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@URL@/gamesolve-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "gamesolve"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/gamesolve.bash" => "gamesolve"
    fish_completion.install "completions/gamesolve.fish"
    zsh_completion.install "completions/_gamesolve"
  end

  test do
    (testpath/"Stones.in").write "6\n...X.X\n"
    assert_equal "2\n", shell_output("#{bin}/gamesolve stones Stones.in")
  end
end
