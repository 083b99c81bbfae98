//! Gaussian primes in the order of scheme Gaussian DIVE (docs/spec/display.md,
//! "Gaussian DIVE").

/// The first `count` Gaussian primes with positive real and non-negative
/// imaginary part, by norm, then real + imaginary part, then imaginary part.
pub fn list(count: usize) -> Vec<(i64, i64)> {
    let mut radius = 16;
    loop {
        let mut primes = Vec::new();
        // Norms up to radius² are complete.
        let limit = radius * radius;
        let composite = composites(limit as usize + 1);
        for re in 1..=radius {
            for im in 0..=radius {
                let norm = re * re + im * im;
                let prime = if im == 0 {
                    re % 4 == 3 && !composite[re as usize]
                } else {
                    norm <= limit && !composite[norm as usize]
                };
                if norm <= limit && prime {
                    primes.push((re, im));
                }
            }
        }
        if primes.len() >= count {
            primes.sort_by_key(|&(re, im)| (re * re + im * im, re + im, im));
            primes.truncate(count);
            return primes;
        }
        radius *= 2;
    }
}

fn composites(end: usize) -> Vec<bool> {
    let mut composite = vec![false; end.max(2)];
    composite[0] = true;
    composite[1] = true;
    let mut n = 2;
    while n * n < end {
        if !composite[n] {
            for multiple in (n * n..end).step_by(n) {
                composite[multiple] = true;
            }
        }
        n += 1;
    }
    composite
}

#[cfg(test)]
mod tests {
    #[test]
    fn starts_as_the_spec_says() {
        assert_eq!(super::list(6), [(1, 1), (2, 1), (1, 2), (3, 0), (3, 2), (2, 3)]);
        assert_eq!(super::list(1300).len(), 1300);
    }
}
