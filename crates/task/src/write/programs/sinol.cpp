// SIO2: arguments input, output and answer; the verdict on the first line of standard output, a message on the second.
int main(int count, char** words) {
    std::string message;
    adapter::Verdict verdict = count < 4 ? adapter::FAULT : adapter::call(words[1], words[2], words[3], message);
    if (verdict == adapter::FAULT) return 3;
    if (verdict == adapter::RIGHT) std::puts("OK");
    else std::printf("WRONG\n%s\n", message.c_str());
    return 0;
}
