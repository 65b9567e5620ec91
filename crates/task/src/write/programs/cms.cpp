// CMS: arguments input, answer and output; the share of the points on standard output, a message on standard error.
int main(int count, char** words) {
    std::string message;
    adapter::Verdict verdict = count < 4 ? adapter::FAULT : adapter::call(words[1], words[3], words[2], message);
    if (verdict == adapter::FAULT) return 1;
    std::puts(verdict == adapter::RIGHT ? "1.0" : "0.0");
    std::fputs(verdict == adapter::RIGHT ? "translate:success\n" : "translate:wrong\n", stderr);
    return 0;
}
