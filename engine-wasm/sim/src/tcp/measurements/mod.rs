//! Measurements that parts of a sender share. A slow start, an avoidance and a decrease that ask for the same one, by its
//! type, read the same values. A sender takes only the measurements that its parts ask for.
//!
//! A measurement is a file in this folder and its name in `measurements!` below. The file also turns the values into the
//! [`Decision`](super::decision::Decision)s that panels show, so all rules that share it show the same numbers.

use super::Ack;
use super::avoidance::Signal;
use super::rounds::Round;

/// Takes one kind of measurement for one sender.
pub trait Measurement: Default + Registered {
    /// Called for every acknowledgment, new or duplicate, in any sender state, before the parts observe it.
    fn on_ack(&mut self, ack: &Ack);
    /// Called when a round ends, before the parts learn about it and before the acknowledgment that ended it.
    fn on_round(&mut self, round: &Round) {
        let _ = round;
    }
    /// Called once all parts have responded to congestion.
    fn on_loss(&mut self, signal: Signal) {
        let _ = signal;
    }
}

/// A measurement's place among all of them.
pub trait Registered: Sized {
    /// The measurement, if the sender takes it.
    fn of(all: &Measurements) -> Option<&Self>;
    /// The place where it's kept.
    fn place(all: &mut Measurements) -> &mut Option<Self>;
}

/// The measurements of a sender, for its parts to read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured<'a>(Option<&'a Measurements>);

impl<'a> Measured<'a> {
    /// A measurement; `None` if no part of the sender asked for it.
    #[inline]
    pub fn get<M: Measurement>(self) -> Option<&'a M> {
        self.0.and_then(M::of)
    }
}

impl Measurements {
    /// Asks for a measurement.
    pub fn need<M: Measurement>(&mut self) {
        M::place(self).get_or_insert_with(M::default);
    }

    /// These measurements, unless there are none.
    pub fn boxed(self) -> Option<Box<Self>> {
        self.any().then(|| Box::new(self))
    }

    /// The measurements, for parts to read.
    #[inline]
    pub fn measured(this: &Option<Box<Self>>) -> Measured<'_> {
        Measured(this.as_deref())
    }
}

/// Declares the measurements' modules, and the struct that keeps and feeds them.
macro_rules! measurements {
    ($( $module:ident :: $Member:ident ),+ $(,)?) => {
        $( pub mod $module; )+

        /// The measurements that the parts of one sender asked for.
        #[derive(Clone, Debug, Default)]
        pub struct Measurements { $( $module: Option<$module::$Member>, )+ }

        $( impl Registered for $module::$Member {
            #[inline]
            fn of(all: &Measurements) -> Option<&Self> {
                all.$module.as_ref()
            }
            fn place(all: &mut Measurements) -> &mut Option<Self> {
                &mut all.$module
            }
        } )+

        impl Measurements {
            fn any(&self) -> bool {
                $( self.$module.is_some() )||+
            }
            /// See [`Measurement::on_ack`].
            pub fn on_ack(&mut self, ack: &Ack) {
                $( if let Some(measurement) = &mut self.$module { measurement.on_ack(ack); } )+
            }
            /// See [`Measurement::on_round`].
            pub fn on_round(&mut self, round: &Round) {
                $( if let Some(measurement) = &mut self.$module { measurement.on_round(round); } )+
            }
            /// See [`Measurement::on_loss`].
            pub fn on_loss(&mut self, signal: Signal) {
                $( if let Some(measurement) = &mut self.$module { measurement.on_loss(signal); } )+
            }
        }
    };
}

measurements! { backlog::Backlog, delays::Delays, linux_rounds::LinuxRounds }

#[cfg(test)]
impl<'a> Measured<'a> {
    /// Reads these measurements.
    pub fn for_tests(all: &'a Measurements) -> Self {
        Self(Some(all))
    }
}

#[cfg(test)]
impl Measurements {
    /// Only this measurement.
    pub fn with<M: Measurement>(measurement: M) -> Self {
        let mut all = Self::default();
        *M::place(&mut all) = Some(measurement);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::backlog::Backlog;
    use super::linux_rounds::LinuxRounds;
    use super::*;

    #[test]
    fn a_sender_takes_only_the_measurements_that_its_parts_ask_for() {
        let nothing = Measurements::default().boxed();
        assert!(nothing.is_none() && Measurements::measured(&nothing).get::<Backlog>().is_none());
        let mut asked = Measurements::default();
        asked.need::<Backlog>();
        asked.on_ack(&Ack { rtt: Some(100_000_000), ..Ack::default() });
        // A second part that asks for it reads the values so far.
        asked.need::<Backlog>();
        let asked = asked.boxed();
        let measured = Measurements::measured(&asked);
        assert!(measured.get::<Backlog>().is_some_and(|backlog| backlog.rtts(true).is_some()));
        assert!(measured.get::<LinuxRounds>().is_none());
    }
}
