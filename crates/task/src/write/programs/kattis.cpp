// Kattis: arguments input, answer and a folder for messages, the output on standard input; 42 right, 43 wrong.
int main(int count, char** words) {
    if (count < 4) return 1;
    std::string message;
    adapter::Verdict verdict = adapter::call(words[1], "/dev/stdin", words[2], message);
    std::string place = std::string(words[3]) + "/judgemessage.txt";
    if (FILE* file = std::fopen(place.c_str(), "a")) {
        std::fprintf(file, "%s\n", message.c_str());
        std::fclose(file);
    }
    // A fault has no verdict, so judges show the error output instead of the message.
    if (verdict == adapter::FAULT) std::fprintf(stderr, "%s\n", message.c_str());
    return verdict == adapter::RIGHT ? 42 : verdict == adapter::WRONG ? 43 : 1;
}
