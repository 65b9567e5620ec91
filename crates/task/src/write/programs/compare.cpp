// Compares an output with the answer, word by word or byte by byte.
// Arguments: input, output, answer. Exit code: 0 right, 1 wrong, 3 a file cannot be read. Any C++ compiler will do.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

const bool ANY_CASE = @ANY_CASE@;    // whether small and capital ASCII letters are the same
const bool BYTES = @BYTES@;       // whether blanks and line breaks count
const double ABSOLUTE = @ABSOLUTE@;  // how far numbers may differ; negative: not at all
const double RELATIVE = @RELATIVE@;  // the same as a share of the answer's number

static bool is_blank(char c) { return c != 0 && std::strchr(" \t\n\v\f\r", c) != nullptr; }

static bool read_file(const char* path, std::string& text) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    text.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    return !file.bad();
}

static std::string folded(std::string text) {
    if (ANY_CASE)
        for (char& c : text)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

static bool number(const std::string& word, double& value) {
    if (word.empty() || word.find_first_of("xXpP") != std::string::npos) return false;
    char* end = nullptr;
    value = std::strtod(word.c_str(), &end);
    return end == word.c_str() + word.size();
}

static bool same(const std::string& expected, const std::string& found) {
    if (folded(expected) == folded(found)) return true;
    if (ABSOLUTE < 0 && RELATIVE < 0) return false;
    double a, b;
    if (!number(expected, a) || !number(found, b)) return false;
    double distance = std::fabs(a - b);
    if (!std::isfinite(distance)) return false;
    return (ABSOLUTE >= 0 && distance <= ABSOLUTE) || (RELATIVE >= 0 && distance <= RELATIVE * std::fabs(a));
}

// The blanks or the word that begin at `at`, which is moved behind them; nothing at the end.
static std::string piece(const std::string& text, std::size_t& at) {
    std::size_t start = at;
    while (at < text.size() && is_blank(text[at]) == is_blank(text[start])) at++;
    return text.substr(start, at - start);
}

int main(int count, char** words) {
    if (count < 4) {
        std::cerr << "arguments: input output answer\n";
        return 3;
    }
    std::string output, answer;
    if (!read_file(words[2], output) || !read_file(words[3], answer)) {
        std::cerr << "a file cannot be read\n";
        return 3;
    }
    if (BYTES) {
        std::size_t in_answer = 0, in_output = 0;
        while (in_answer < answer.size() || in_output < output.size()) {
            if (!same(piece(answer, in_answer), piece(output, in_output))) {
                std::cerr << "other bytes\n";
                return 1;
            }
        }
        return 0;
    }
    std::istringstream expected(answer), found(output);
    std::string wanted, given;
    for (long place = 1;; place++) {
        bool has_wanted = static_cast<bool>(expected >> wanted), has_given = static_cast<bool>(found >> given);
        if (!has_wanted && !has_given) return 0;
        if (!has_given) {
            std::cerr << "the output ends before word " << place << "\n";
            return 1;
        }
        if (!has_wanted) {
            std::cerr << "the output goes on with word " << place << "\n";
            return 1;
        }
        if (!same(wanted, given)) {
            std::cerr << "word " << place << " differs\n";
            return 1;
        }
    }
}
