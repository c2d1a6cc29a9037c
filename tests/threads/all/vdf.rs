//! Scenarios of heliast-vdf: the progress that threads report together, and work that they share.

crate::piece!(told, told_apart, parallel, parallel_looks_then_takes);

use crate::{
    explore::{exhaust, find},
    model::sync::{
        Arc, Mutex, Timeouts,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};
use shuttle::thread;

/// Two threads work and a third reports the progress; the receiver of the reports refuses at 3.
macro_rules! telling {
    ($told:ident) => {{
        let (heard, says_no) = (Arc::new(Mutex::new(vec![])), Arc::new(AtomicBool::new(false)));
        let told = {
            let (heard, says_no) = (Arc::clone(&heard), Arc::clone(&says_no));
            Arc::new($told::Told::from(0, move |done| {
                assert!(!says_no.load(Relaxed), "it was asked again");
                heard.lock().unwrap().push(done);
                let goes_on = done < 3;
                says_no.store(!goes_on, Relaxed);
                goes_on
            }))
        };
        let threads = [1, 2].map(|more| {
            let told = Arc::clone(&told);
            thread::spawn(move || (told.add(more), told.add(0)))
        });
        let ends = threads.map(|thread| thread.join().unwrap());
        assert!(ends.iter().any(|(_, second)| !second), "3 are done, and somebody notices the end");
        assert!(!told.add(1), "the end stays");
        let heard = heard.lock().unwrap().clone();
        assert!(heard.is_sorted() && heard.last() == Some(&3), "the progress goes back: {heard:?}");
    }};
}

#[test]
fn progress_never_goes_back_and_a_no_is_noticed() {
    exhaust("progress", || telling!(told));
    find("progress told outside the lock", Timeouts::Never, "asked again", || telling!(told_apart));
}

macro_rules! sharing {
    ($parallel:ident) => {{
        let done: &'static _ = Box::leak(Box::new([const { AtomicUsize::new(0) }; 3]));
        let results = $parallel::jobs_in_parallel(3, 2, &|index| {
            done[index].fetch_add(1, Relaxed);
            index
        });
        assert_eq!(results, [0, 1, 2]);
        assert!(done.iter().all(|times| times.load(Relaxed) == 1), "each job is done once");
    }};
}

#[test]
fn jobs_are_done_once() {
    exhaust("jobs of a proof", || sharing!(parallel));
    find("jobs that are looked at and then taken", Timeouts::Never, "done once", || {
        sharing!(parallel_looks_then_takes)
    });
}
