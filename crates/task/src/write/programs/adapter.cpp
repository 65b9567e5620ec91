#undef main
// Habits of those who write checkers.
#undef int
#undef double
#undef endl

// The checker above takes input, output and answer, and says by its exit code: 0 right, 3 its own fault, others wrong. This part calls
// it, in a process of its own, in the way of another judge. It needs a Unix system, and writes no files of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace adapter {

enum Verdict { RIGHT, WRONG, FAULT };

// Calls the checker; `message` is the first line that it writes for people, cut where it is long.
inline Verdict call(const char* input, const char* output, const char* answer, std::string& message) {
    int ends[2];
    if (pipe(ends) != 0) return FAULT;
    std::fflush(nullptr);
    pid_t child = fork();
    if (child < 0) return FAULT;
    if (child == 0) {
        close(ends[0]);
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        char name[] = "checker";
        char* words[] = {name, const_cast<char*>(input), const_cast<char*>(output), const_cast<char*>(answer), nullptr};
        std::exit(checker_main(4, words));
    }
    close(ends[1]);
    // To the end, or the checker would wait.
    char buffer[4096];
    for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0;)
        if (message.size() < 1000) message.append(buffer, count);
    close(ends[0]);
    message = message.substr(0, message.find_first_of("\r\n"));
    if (message.size() > 200) message.resize(200);
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return FAULT;
    switch (WEXITSTATUS(status)) {
        case 0: return RIGHT;
        case 3: return FAULT;
        // Part of the points, too, which is not acceptance.
        default: return WRONG;
    }
}

}  // namespace adapter

