//! The functions that generated programs need besides `value`.

/// The helper functions in C++ and in Python. Each is called by its name in both.
const HELPERS: [(&str, &str); 30] = [
    (
        "long long exponent_of_2(long long n) { long long k = 0; while (n && n % 2 == 0) { n /= 2; k++; } return k; }",
        "def exponent_of_2(n):\n    return (n & -n).bit_length() - 1 if n else 0",
    ),
    (
        "long long exponent_of_3(long long n) { long long k = 0; while (n && n % 3 == 0) { n /= 3; k++; } return k; }",
        "def exponent_of_3(n):\n    k = 0\n    while n and n % 3 == 0:\n        n //= 3\n        k += 1\n    return k",
    ),
    (
        "long long low_bit(long long n) { return n & -n; }",
        "def low_bit(n):\n    return n & -n",
    ),
    (
        "long long high_bit(long long n) { long long p = 1; while (p <= n / 2) p *= 2; return n ? p : 0; }",
        "def high_bit(n):\n    return 1 << (n.bit_length() - 1) if n else 0",
    ),
    (
        "long long odd_part(long long n) { return n ? n / low_bit(n) : 0; }",
        "def odd_part(n):\n    return n // low_bit(n) if n else 0",
    ),
    (
        "long long ones(long long n) { long long k = 0; for (; n; n /= 2) k += n % 2; return k; }",
        "def ones(n):\n    return bin(n).count('1')",
    ),
    (
        "long long bits(long long n) { long long k = 0; for (; n; n /= 2) k++; return k; }",
        "def bits(n):\n    return n.bit_length()",
    ),
    (
        "long long root(long long n) { long long r = (long long)std::sqrt((long double)n); while (r * r > n) r--; \
         while ((r + 1) * (r + 1) <= n) r++; return r; }",
        "def root(n):\n    return math.isqrt(n)",
    ),
    (
        "long long triangular_root(long long n) { return (root(8 * n + 1) - 1) / 2; }",
        "def triangular_root(n):\n    return (root(8 * n + 1) - 1) // 2",
    ),
    (
        "long long least_prime(long long n) { if (n < 2) return n; for (long long p = 2; p * p <= n; p++) \
         if (n % p == 0) return p; return n; }",
        "def least_prime(n):\n    p = 2\n    while p * p <= n:\n        if n % p == 0:\n            return p\n        p += 1\n    return n",
    ),
    (
        "long long least_prime_index(long long n) { long long last = n < 2 ? 1 : least_prime(n), k = 0; \
         for (long long p = 2; p <= last; p++) if (least_prime(p) == p) k++; return k; }",
        "def least_prime_index(n):\n    last = least_prime(n) if n > 1 else 1\n    return sum(least_prime(p) == p for p in range(2, last + 1))",
    ),
    (
        "long long prime_factors(long long n) { long long k = 0; while (n > 1) { n /= least_prime(n); k++; } return k; }",
        "def prime_factors(n):\n    k = 0\n    while n > 1:\n        n //= least_prime(n)\n        k += 1\n    return k",
    ),
    (
        "long long odd_prime_factors(long long n) { return prime_factors(odd_part(n)); }",
        "def odd_prime_factors(n):\n    return prime_factors(odd_part(n))",
    ),
    (
        "long long distinct_primes(long long n) { long long k = 0; while (n > 1) { long long p = least_prime(n); \
         while (n % p == 0) n /= p; k++; } return k; }",
        "def distinct_primes(n):\n    k = 0\n    while n > 1:\n        p = least_prime(n)\n        while n % p == 0:\n            n //= p\n        k += 1\n    return k",
    ),
    (
        "long long largest_prime(long long n) { while (n > 1 && least_prime(n) < n) n /= least_prime(n); return n; }",
        "def largest_prime(n):\n    while n > 1 and least_prime(n) < n:\n        n //= least_prime(n)\n    return n",
    ),
    (
        "long long largest_exponent(long long n) { long long most = 0; while (n > 1) { long long p = least_prime(n), \
         k = 0; while (n % p == 0) { n /= p; k++; } if (k > most) most = k; } return most; }",
        "def largest_exponent(n):\n    most = 0\n    while n > 1:\n        p, k = least_prime(n), 0\n        while n % p == 0:\n            n //= p\n            k += 1\n        most = max(most, k)\n    return most",
    ),
    (
        "long long divisors(long long n) { long long all = n > 0; while (n > 1) { long long p = least_prime(n), k = 1; \
         while (n % p == 0) { n /= p; k++; } all *= k; } return all; }",
        "def divisors(n):\n    every = 1 if n else 0\n    while n > 1:\n        p, k = least_prime(n), 1\n        while n % p == 0:\n            n //= p\n            k += 1\n        every *= k\n    return every",
    ),
    (
        "long long digit_sum(long long n) { long long sum = 0; for (; n; n /= 10) sum += n % 10; return sum; }",
        "def digit_sum(n):\n    return sum(map(int, str(n)))",
    ),
    (
        "long long smallest_fibonacci(long long n) { long long last = 0; while (n > 0) { long long a = 1, b = 2; \
         while (b <= n) { long long c = a + b; a = b; b = c; } n -= a; last = a; } return last; }",
        "def smallest_fibonacci(n):\n    last = 0\n    while n > 0:\n        a, b = 1, 2\n        while b <= n:\n            a, b = b, a + b\n        n -= a\n        last = a\n    return last",
    ),
    (
        "long long fibonacci_parts(long long n) { long long k = 0; while (n > 0) { long long a = 1, b = 2; \
         while (b <= n) { long long c = a + b; a = b; b = c; } n -= a; k++; } return k; }",
        "def fibonacci_parts(n):\n    k = 0\n    while n > 0:\n        a, b = 1, 2\n        while b <= n:\n            a, b = b, a + b\n        n -= a\n        k += 1\n    return k",
    ),
    (
        "bool is_power(long long n, long long base) { while (n > 1 && n % base == 0) n /= base; return n == 1; }",
        "def is_power(n, base):\n    while n > 1 and n % base == 0:\n        n //= base\n    return n == 1",
    ),
    (
        "template <class... T> long long ranked(long long k, T... n) { std::vector<long long> all{n...}; \
         std::sort(all.begin(), all.end()); return all[k]; }",
        "def ranked(k, *n):\n    return sorted(n)[k]",
    ),
    (
        "long long less(long long a, long long b) { if (a < b) { std::fprintf(stderr, \"the pattern says nothing of \
         these numbers\\n\"); std::exit(1); } return a - b; }",
        "def less(a, b):\n    if a < b:\n        raise SystemExit('the pattern says nothing of these numbers')\n    return a - b",
    ),
    (
        "template <class... T> long long missing(T... n) { std::set<long long> all{n...}; long long k = 1; \
         while (all.count(k)) k++; return k; }",
        "def missing(*n):\n    k = 1\n    while k in n:\n        k += 1\n    return k",
    ),
    (
        "long long side(std::vector<long long> &rows) { std::sort(rows.rbegin(), rows.rend()); size_t k = 0; \
         while (k < rows.size() && rows[k] > (long long)k) k++; return k; }",
        "def side(rows):\n    rows.sort(reverse=True)\n    return sum(row > k for k, row in enumerate(rows))",
    ),
    (
        "template <class... T> long long row_arm(T... n) { std::vector<long long> rows{n...}; \
         long long k = side(rows); return k ? (rows[k - 1] - k) % 2 : 2; }",
        "def row_arm(*n):\n    rows = list(n)\n    k = side(rows)\n    return (rows[k - 1] - k) % 2 if k else 2",
    ),
    (
        "template <class... T> long long column_arm(T... n) { std::vector<long long> rows{n...}; \
         long long k = side(rows), all = 0; for (long long row : rows) all += row >= k; \
         return k ? (all - k) % 2 : 2; }",
        "def column_arm(*n):\n    rows = list(n)\n    k = side(rows)\n    return (sum(row >= k for row in rows) - k) % 2 if k else 2",
    ),
    (
        "long long square_quotient(long long a, long long b) { if (!b) return 0; __int128 q = (__int128)a * a / b / b; \
         if (q > 2000000000000000000) { std::fprintf(stderr, \"the quotient is too large\\n\"); std::exit(1); } \
         return (long long)q; }",
        "def square_quotient(a, b):\n    return a * a // (b * b) if b else 0",
    ),
    (
        "bool wythoff_lower(long long n) { long long k = 2 * n - (n + root(5 * n * n)) / 2; \
         for (long long i = k > 2 ? k - 2 : 1; i <= k + 2; i++) if ((i + root(5 * i * i)) / 2 + i == n) return false; \
         return true; }",
        "def wythoff_lower(n):\n    k = 2 * n - (n + root(5 * n * n)) // 2\n    return all((i + root(5 * i * i)) // 2 + i != n for i in range(max(1, k - 2), k + 3))",
    ),
    (
        "long long times_alpha(long long k, long long t) { __int128 square = (__int128)k * k * (t * t + 4); \
         __int128 r = (__int128)std::sqrt((long double)square); while (r * r > square) r--; \
         while ((r + 1) * (r + 1) <= square) r++; return (k * (2 - t) + r) / 2; }",
        "def times_alpha(k, t):\n    return (k * (2 - t) + math.isqrt(k * k * (t * t + 4))) // 2",
    ),
];

/// Returns a helper function in C++ and in Python, by its name.
pub(super) fn helper(name: &str) -> Option<(&'static str, &'static str)> {
    let is_wanted = |(_, python): &(&str, &'static str)| names(python).next() == Some(name);
    HELPERS.into_iter().find(is_wanted)
}

/// Returns the name of a function in Python, and then its other names and words.
pub(super) fn names(python: &'static str) -> impl Iterator<Item = &'static str> {
    let words = python.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.skip_while(|word| *word == "def")
}
