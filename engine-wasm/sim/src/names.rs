//! A map from names to numbers, in alphabetical order. The engine uses this one type for all such maps: every
//! instantiation of a standard-library map would add code to the browser's download.

/// Map from names to numbers.
#[derive(Clone, Debug, Default)]
pub struct Names {
    sorted: Vec<(String, u32)>,
}

impl Names {
    fn position(&self, name: &str) -> Result<usize, usize> {
        self.sorted.binary_search_by(|(other, _)| other.as_str().cmp(name))
    }

    /// Adds a name with its number and returns whether the name is new. A known name keeps its number.
    #[inline(never)]
    pub fn add(&mut self, name: &str, number: u32) -> bool {
        let position = self.position(name);
        if let Err(position) = position {
            self.sorted.insert(position, (name.to_owned(), number));
        }
        position.is_err()
    }

    /// The number of a name.
    #[inline(never)]
    pub fn number(&self, name: &str) -> Option<u32> {
        self.position(name).ok().map(|position| self.sorted[position].1)
    }

    /// All names.
    pub fn all(&self) -> Vec<&str> {
        self.sorted.iter().map(|(name, _)| name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_first_number() {
        let mut names = Names::default();
        assert!(names.add("b", 0) && names.add("c", 1) && names.add("a", 2));
        assert!(!names.add("b", 3));
        assert_eq!(names.all(), ["a", "b", "c"]);
        assert_eq!((names.number("a"), names.number("b"), names.number("d")), (Some(2), Some(0), None));
    }
}
