//! The order in which jobs of clients are done: by turns, so that no client waits for the work of
//! another.
//!
//! Deficit round robin: each client in turn gets credit, and is served while it has some. A job that
//! takes long is done in slices; between two of them its client's credit pays for the slice, and
//! others have their turns. So clients that want more than there is get equal shares, whatever
//! their jobs are, and a short job is done after at most one slice of each other client.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

/// The credit that a client gets in its turn, in microseconds of work.
pub const QUANTUM: i64 = 5_000;

/// Jobs of a client that have begun and are not done; others wait until one of these is done, since
/// each holds a game in memory. Short jobs are among them for one slice only.
const MOST_BEGUN: usize = 2;

/// Jobs that wait, by client. It knows no time and no threads.
#[derive(Debug)]
pub struct Queue<J> {
    /// The number of jobs that may wait.
    most: usize,
    /// The number of jobs of a client that may wait.
    most_of_client: usize,
    /// The clients with jobs, waiting or being done.
    lanes: BTreeMap<IpAddr, Lane<J>>,
    /// The clients with waiting jobs, and those with debts, in the order of their turns.
    turns: VecDeque<IpAddr>,
    waiting: usize,
    /// The clients that lost a game which had begun: they keep the next one, so that a long game is done
    /// at last, however many others come. Half as many as there are places, so that there always is
    /// one for a newcomer.
    spared: VecDeque<IpAddr>,
}

/// The jobs of a client.
#[derive(Debug)]
struct Lane<J> {
    /// Jobs that have not begun, the oldest first.
    fresh: VecDeque<J>,
    /// Jobs that have begun and go on, in turns.
    begun: VecDeque<J>,
    /// The number of jobs that are being done now.
    served: usize,
    /// The number of those that had begun before.
    resumed: usize,
    /// True if the client is among those that have turns.
    has_turn: bool,
    credit: i64,
    /// True if the last job that was served was a fresh one: then it is the turn of one that has begun.
    was_fresh: bool,
}

impl<J> Lane<J> {
    fn new() -> Lane<J> {
        Lane {
            fresh: VecDeque::new(),
            begun: VecDeque::new(),
            served: 0,
            resumed: 0,
            has_turn: false,
            credit: 0,
            was_fresh: false,
        }
    }

    fn waiting(&self) -> usize {
        self.fresh.len() + self.begun.len()
    }

    /// Returns true if the client wants nothing.
    fn is_idle(&self) -> bool {
        self.waiting() + self.served == 0
    }

    /// Returns true if the client wants nothing, and has had more than its share.
    fn is_debtor(&self) -> bool {
        self.is_idle() && self.credit < 0
    }

    /// Returns true if a fresh job may begin: one more game in memory, unless nothing else can be done.
    fn may_begin(&self) -> bool {
        !self.fresh.is_empty() && (self.begun.is_empty() || self.begun.len() + self.served < MOST_BEGUN)
    }

    /// Takes the next job: fresh ones and those that have begun take turns.
    fn take(&mut self) -> Option<J> {
        let is_fresh = self.may_begin() && (self.begun.is_empty() || !self.was_fresh);
        self.was_fresh = is_fresh;
        let job = if is_fresh { self.fresh.pop_front() } else { self.begun.pop_front() };
        self.served += usize::from(job.is_some());
        self.resumed += usize::from(job.is_some() && !is_fresh);
        job
    }
}

/// The result of adding a job.
#[derive(Debug, PartialEq, Eq)]
pub enum Added<J> {
    /// The job waits.
    Waits,
    /// The job waits. This other one has lost its place to it.
    Instead(J),
    /// There is no place for it.
    Full(J),
}

/// The numbers of jobs in a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// Jobs that have not begun.
    pub fresh: usize,
    /// Jobs that have begun and go on after other clients' turns.
    pub begun: usize,
    /// Clients with such jobs.
    pub clients: usize,
}

impl<J> Queue<J> {
    /// A queue with so many places, of which a client may hold so many.
    pub fn new(most: usize, most_of_client: usize) -> Queue<J> {
        Queue {
            most: most.max(1),
            most_of_client: most_of_client.max(1),
            lanes: BTreeMap::new(),
            turns: VecDeque::new(),
            waiting: 0,
            spared: VecDeque::new(),
        }
    }

    /// Returns the numbers of waiting jobs.
    pub fn waiting(&self) -> Waiting {
        let begun = self.lanes.values().map(|lane| lane.begun.len()).sum();
        let clients = self.lanes.values().filter(|lane| lane.waiting() > 0).count();
        Waiting { fresh: self.waiting - begun, begun, clients }
    }

    /// Returns true if a job of a client that has none, and has used nothing, would be refused.
    /// `used` tells what a client has used.
    pub fn is_full(&self, used: impl Fn(IpAddr) -> i64) -> bool {
        self.waiting >= self.most && self.who_makes_room(0, 0, used).is_none()
    }

    /// Returns the client that gives a job up for one of a client that has `own` jobs: the one with the
    /// most; of those with as many, the one that has used the most.
    ///
    /// The client that gives one up must have more than the other one then has. A client without a job
    /// also gets the place of one that has used more by a slice: otherwise as many clients as there are
    /// places, each with a game that takes long, would lock out all others. A client that lost a game
    /// which had begun keeps the next one.
    fn who_makes_room(&self, own: usize, own_used: i64, used: impl Fn(IpAddr) -> i64) -> Option<IpAddr> {
        let may_lose = |client: &IpAddr, lane: &Lane<J>| match self.spared.contains(client) {
            // It keeps one: also before that begins, since its account is the highest.
            true => !lane.fresh.is_empty() && lane.waiting() + lane.served > 1,
            false => lane.waiting() > 0,
        };
        let losers = self.lanes.iter().filter(|(client, lane)| may_lose(client, lane));
        let all = losers.map(|(&client, lane)| (lane.waiting() + lane.served, used(client), client));
        let (held, used, client) = all.max()?;
        let has_used_more = own == 0 && used.saturating_sub(own_used) >= QUANTUM;
        (held > own + 1 || has_used_more).then_some(client)
    }

    /// Adds a job of a client. If all places are taken, another client may give one up: its last job that
    /// has not begun, or else its last one. `used` tells what a client has used.
    pub fn add(&mut self, client: IpAddr, job: J, used: impl Fn(IpAddr) -> i64) -> Added<J> {
        let own = self.lanes.get(&client).map_or(0, |lane| lane.waiting() + lane.served);
        if own >= self.most_of_client {
            return Added::Full(job);
        }
        let mut instead = None;
        if self.waiting >= self.most {
            let other = self.who_makes_room(own, used(client), &used);
            let Some((other, lane)) = other.and_then(|other| Some((other, self.lanes.get_mut(&other)?)))
            else {
                return Added::Full(job);
            };
            instead = lane.fresh.pop_back();
            if instead.is_none() {
                instead = lane.begun.pop_back();
                self.spare(other);
            }
            self.waiting -= usize::from(instead.is_some());
        }
        let lane = self.lanes.entry(client).or_insert_with(Lane::new);
        if !lane.has_turn {
            lane.has_turn = true;
            self.turns.push_back(client);
        }
        lane.fresh.push_back(job);
        self.waiting += 1;
        instead.map_or(Added::Waits, Added::Instead)
    }

    /// Notes that a client lost a game that had begun. If there are many such clients, one that has not
    /// come back makes room for it.
    fn spare(&mut self, client: IpAddr) {
        if self.spared.len() >= self.most / 2 {
            let is_here = |client: &IpAddr| self.lanes.get(client).is_some_and(|lane| !lane.is_idle());
            let Some(gone) = self.spared.iter().position(|client| !is_here(client)) else { return };
            self.spared.remove(gone);
        }
        self.spared.push_back(client);
    }

    /// Takes the job whose turn it is. It must come back to [`Queue::go_on`] or [`Queue::done`].
    pub fn take(&mut self) -> Option<(IpAddr, J)> {
        if self.waiting == 0 {
            // The debts of those who want nothing more harm no one now.
            self.lanes.retain(|_, lane| lane.served > 0);
            self.lanes.values_mut().for_each(|lane| lane.has_turn = false);
            self.turns.clear();
            return None;
        }
        loop {
            let client = self.turns.pop_front()?;
            let Some(lane) = self.lanes.get_mut(&client) else { continue };
            lane.has_turn = false;
            if lane.credit <= 0 {
                lane.credit += QUANTUM;
            }
            let job = if lane.credit > 0 { lane.take() } else { None };
            if lane.waiting() > 0 || lane.is_debtor() {
                lane.has_turn = true;
                self.turns.push_back(client);
            } else if lane.served == 0 {
                self.lanes.remove(&client);
            }
            if let Some(job) = job {
                self.waiting -= 1;
                return Some((client, job));
            }
        }
    }

    /// Puts a job back that is not done, after a slice of so much work.
    pub fn go_on(&mut self, client: IpAddr, job: J, work: i64) {
        let Some(lane) = self.lanes.get_mut(&client) else { return };
        // A fresh one, if there is one among those that are being done.
        lane.resumed = lane.resumed.min(lane.served.saturating_sub(1));
        lane.begun.push_back(job);
        self.waiting += 1;
        self.pay(client, work);
    }

    /// Notes that a job is done, after a last slice of so much work.
    pub fn done(&mut self, client: IpAddr, work: i64) {
        if let Some(lane) = self.lanes.get_mut(&client).filter(|lane| lane.resumed > 0) {
            lane.resumed -= 1;
            self.spared.retain(|other| *other != client);
        }
        self.pay(client, work);
        // Credit is not saved up.
        let is_idle = |lane: &Lane<J>| lane.is_idle() && !lane.has_turn;
        if self.lanes.get(&client).is_some_and(is_idle) {
            self.lanes.remove(&client);
        }
    }

    /// Charges a client for a slice. With credit left its turn goes on; with a debt it has turns
    /// until that is paid, whether it wants more or not.
    fn pay(&mut self, client: IpAddr, work: i64) {
        let Some(lane) = self.lanes.get_mut(&client) else { return };
        lane.served = lane.served.saturating_sub(1);
        lane.credit = lane.credit.saturating_sub(work.max(1));
        let goes_on = lane.waiting() > 0 && lane.credit > 0;
        if goes_on && lane.has_turn {
            self.turns.retain(|other| *other != client);
        } else if lane.has_turn || lane.waiting() == 0 && !lane.is_debtor() {
            return;
        }
        lane.has_turn = true;
        match goes_on {
            true => self.turns.push_front(client),
            false => self.turns.push_back(client),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, number])
    }

    /// A job: the work that is left, and the time at which it came.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Job {
        left: i64,
        came: i64,
    }

    /// No client has used anything.
    fn nothing(_: IpAddr) -> i64 {
        0
    }

    /// One thread that serves a queue, with a clock of its own.
    struct Server {
        queue: Queue<Job>,
        now: i64,
        /// The work that was done for each client.
        served: BTreeMap<IpAddr, i64>,
        /// The longest time from the coming of a job of a client to its end.
        longest: BTreeMap<IpAddr, i64>,
        /// The number of jobs that lost their places.
        lost: usize,
    }

    impl Server {
        fn new(most: usize, most_of_client: usize) -> Server {
            let queue = Queue::new(most, most_of_client);
            Server { queue, now: 0, served: BTreeMap::new(), longest: BTreeMap::new(), lost: 0 }
        }

        fn add(&mut self, client: IpAddr, left: i64) -> bool {
            let came = self.now;
            let used = |client: IpAddr| self.served.get(&client).copied().unwrap_or(0);
            match self.queue.add(client, Job { left, came }, used) {
                Added::Waits => true,
                Added::Instead(_) => {
                    self.lost += 1;
                    true
                }
                Added::Full(_) => false,
            }
        }

        /// Serves one slice, which a turn of the game may make longer; returns false if nothing waits.
        fn slice(&mut self, overrun: i64) -> bool {
            let Some((client, job)) = self.queue.take() else { return false };
            let work = job.left.min(QUANTUM + overrun);
            self.now += work;
            *self.served.entry(client).or_default() += work;
            if work < job.left {
                self.queue.go_on(client, Job { left: job.left - work, ..job }, work);
            } else {
                self.queue.done(client, work);
                let longest = self.longest.entry(client).or_default();
                *longest = (*longest).max(self.now - job.came);
            }
            true
        }
    }

    /// Numbers without pattern.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: i64) -> i64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as i64 % end
        }
    }

    #[test]
    fn clients_that_always_want_more_get_equal_shares_whatever_their_jobs_are() {
        for seed in 0..20 {
            let (mut server, mut random) = (Server::new(64, 8), Random(seed));
            let sizes = [200, 3_000, 50_000, 2_000_000, 14_000];
            while server.now < 20_000_000 {
                for (number, size) in sizes.into_iter().enumerate() {
                    let client = client(number as u8);
                    while server.add(client, 1 + random.below(2 * size)) {}
                }
                server.slice(random.below(10_000));
            }
            let (least, most) =
                (server.served.values().min().unwrap(), server.served.values().max().unwrap());
            // Those with small jobs are served less than a whole quantum at the end of a credit.
            assert!(most - least < 100_000, "seed {seed}: {:?}", server.served);
        }
    }

    #[test]
    fn a_short_job_waits_for_one_slice_of_each_other_client() {
        let mut server = Server::new(64, 8);
        for hostile in 1..=10 {
            while server.add(client(hostile), 3_000_000) {}
        }
        for _ in 0..200 {
            for hostile in 1..=10 {
                server.add(client(hostile), 3_000_000);
            }
            // Each of its games comes while ten clients have theirs played.
            assert!(server.add(client(99), 800), "an honest client is refused");
            for _ in 0..11 {
                server.slice(10_000);
            }
        }
        let longest = server.longest[&client(99)];
        assert!(longest <= 11 * (QUANTUM + 10_000), "{longest} microseconds");
    }

    /// A slice may be as long as the drawing of a picture. Who submits one such job after another has
    /// no more of the time than others.
    #[test]
    fn a_debt_outlives_the_job_that_made_it() {
        let mut server = Server::new(64, 8);
        let mut hostile_time = 0;
        for round in 0..2_000 {
            for hostile in 1..=5 {
                if server.queue.lanes.get(&client(hostile)).is_none_or(|lane| lane.waiting() == 0) {
                    server.add(client(hostile), 500_000);
                }
            }
            // An honest client always has a short game.
            if server.queue.lanes.get(&client(99)).is_none_or(|lane| lane.waiting() == 0) {
                server.add(client(99), 4_000);
            }
            let before = server.served.get(&client(99)).copied().unwrap_or(0);
            server.slice(1_000_000);
            let is_honest = server.served.get(&client(99)).copied().unwrap_or(0) > before;
            hostile_time += i64::from(!is_honest);
            assert!(round > 0 || server.now > 0);
        }
        let (honest, hostile) = (server.served[&client(99)], server.served[&client(1)]);
        assert!(honest * 2 > hostile, "{honest} and {hostile} microseconds, {hostile_time} slices");
    }

    #[test]
    fn a_client_with_one_game_is_not_behind_its_own_long_one() {
        let mut server = Server::new(64, 8);
        server.add(client(1), 3_000_000);
        server.slice(0);
        server.add(client(1), 500);
        server.slice(0);
        server.slice(0);
        assert!(server.longest[&client(1)] <= 3 * QUANTUM, "{:?}", server.longest);
    }

    #[test]
    fn few_games_of_a_client_have_begun_at_once() {
        let mut server = Server::new(64, 8);
        (0..8).for_each(|_| assert!(server.add(client(1), 1_000_000)));
        for _ in 0..100 {
            server.slice(0);
            assert!(server.queue.waiting().begun <= MOST_BEGUN);
        }
    }

    /// Clients that always have as many long games as they may, so many that those which have begun take
    /// all places.
    #[test]
    fn clients_with_long_games_lock_no_one_out() {
        for hostile in [22, 64, 100] {
            let mut server = Server::new(64, 16);
            let all: Vec<IpAddr> = (0..hostile).map(|number| IpAddr::from([10, 66, 0, number])).collect();
            // Places are filled in turn, as by requests that come at the same time.
            let fill = |server: &mut Server| {
                all.iter().for_each(|client| _ = server.add(*client, 3_000_000));
            };
            for _ in 0..150 {
                fill(&mut server);
                server.slice(0);
            }
            for number in 0..40 {
                let honest = IpAddr::from([10, 1, 0, number]);
                assert!(!server.queue.is_full(|client| server.served.get(&client).copied().unwrap_or(0)));
                assert!(server.add(honest, 800), "an honest client is refused beside {hostile}");
                for _ in 0..5 {
                    fill(&mut server);
                    server.slice(0);
                }
            }
            for _ in 0..100 {
                fill(&mut server);
                server.slice(0);
            }
            let honest: Vec<i64> = server
                .longest
                .iter()
                .filter(|(client, _)| client.to_string().starts_with("10.1."))
                .map(|(_, longest)| *longest)
                .collect();
            assert_eq!(honest.len(), 40, "{hostile}: {} lost", server.lost);
            // A slice of each client that was there, some of which get their places in between.
            let most = (i64::from(hostile) + 10) * QUANTUM;
            assert!(honest.iter().all(|longest| *longest <= most), "{hostile}: {honest:?}");
            assert!(server.queue.waiting().fresh + server.queue.waiting().begun <= 65);
        }
    }

    #[test]
    fn who_holds_many_places_gives_one_up() {
        let mut queue = Queue::new(4, 4);
        for job in 0..4 {
            assert_eq!(queue.add(client(1), job, nothing), Added::Waits);
        }
        assert_eq!(queue.add(client(1), 4, nothing), Added::Full(4));
        assert_eq!(queue.add(client(2), 5, nothing), Added::Instead(3));
        assert_eq!(queue.add(client(3), 6, nothing), Added::Instead(2));
        assert!(!queue.is_full(nothing));
        assert_eq!(queue.add(client(4), 7, nothing), Added::Instead(1));
        assert!(queue.is_full(nothing));
        // Everyone has one place now.
        assert_eq!(queue.add(client(5), 8, nothing), Added::Full(8));
        let order: Vec<i32> = std::iter::from_fn(|| queue.take()).map(|(_, job)| job).collect();
        assert_eq!(order, [0, 5, 6, 7]);
    }

    /// Four clients with a game each: the new one gets the place of the one that has used the most, unless
    /// it has used as much, or has a game already.
    #[test]
    fn who_has_used_the_most_gives_its_place_to_one_without() {
        let used = |of_third: i64, of_new: i64| {
            move |of: IpAddr| if of == client(3) { of_third } else { i64::from(of == client(9)) * of_new }
        };
        for (of_third, of_new, has_one, added) in [
            (QUANTUM, 0, false, Added::Instead(3)),
            (QUANTUM - 1, 0, false, Added::Full(9)),
            (QUANTUM + 7, 8, false, Added::Full(9)),
            (QUANTUM + 8, 8, false, Added::Instead(3)),
            (QUANTUM, 0, true, Added::Full(9)),
        ] {
            let mut queue = Queue::new(4, 4);
            let first = if has_one { client(9) } else { client(1) };
            for (who, job) in [(first, 1), (client(2), 2), (client(3), 3), (client(4), 4)] {
                queue.add(who, job, nothing);
            }
            let case = format!("{of_third} {of_new} {has_one}");
            assert_eq!(queue.is_full(used(of_third, of_new)), of_third < QUANTUM, "{case}");
            assert_eq!(queue.add(client(9), 9, used(of_third, of_new)), added, "{case}");
        }
    }

    #[test]
    fn a_game_that_has_begun_gives_its_place_if_there_is_no_other() {
        let mut queue = Queue::new(2, 4);
        queue.add(client(1), 1, nothing);
        queue.add(client(1), 2, nothing);
        // The first one goes on before the second begins.
        for _ in 0..3 {
            let (who, job) = queue.take().unwrap();
            queue.go_on(who, job, QUANTUM);
        }
        assert_eq!(queue.waiting(), Waiting { fresh: 0, begun: 2, clients: 1 });
        assert_eq!(queue.add(client(2), 3, nothing), Added::Instead(2));
        assert_eq!(queue.waiting(), Waiting { fresh: 1, begun: 1, clients: 2 });
    }

    /// Others come all the time, each with a short game and an account that is empty.
    #[test]
    fn a_long_game_is_done_however_many_others_come() {
        for places in [2, 4, 16] {
            let mut server = Server::new(places, 4);
            let (long, mut came) = (client(200), 0);
            let (mut losses, mut is_here) = (0, false);
            for round in 0..20_000 {
                let waits = server.queue.lanes.get(&long).is_some_and(|lane| !lane.is_idle());
                losses += u32::from(is_here && !waits);
                // Sent again after it was lost.
                is_here = waits || server.add(long, 40 * QUANTUM);
                for _ in 0..places {
                    came += 1;
                    let newcomer = IpAddr::from([10, 7, (came / 256 % 256) as u8, (came % 256) as u8]);
                    server.served.remove(&newcomer);
                    server.add(newcomer, QUANTUM);
                }
                server.slice(0);
                if server.longest.contains_key(&long) {
                    break;
                }
                assert!(round < 19_999, "never done with {places} places, lost {losses} times");
            }
            assert!((1..=2).contains(&losses), "{places} places: lost {losses} times");
        }
    }

    #[test]
    fn those_who_keep_their_games_leave_places() {
        const NEW: u8 = 99;
        let mut queue = Queue::new(4, 4);
        let used = |of: IpAddr| if of.to_string().starts_with("10.0.0.") { 100 * QUANTUM } else { 0 };
        for round in 0..50 {
            for number in 0..50 {
                queue.add(client(number), number, used);
            }
            let newcomer = IpAddr::from([10, 1, 0, round]);
            assert!(!matches!(queue.add(newcomer, NEW, used), Added::Full(_)), "round {round}");
            for _ in 0..8 {
                let (who, job) = queue.take().unwrap();
                match job {
                    NEW => queue.done(who, QUANTUM),
                    _ => queue.go_on(who, job, QUANTUM),
                }
            }
            assert!(queue.spared.len() <= 2, "{:?}", queue.spared);
        }
    }

    #[test]
    fn all_that_came_is_done_or_given_back() {
        for seed in 0..50 {
            let (mut queue, mut random) = (Queue::new(16, 5), Random(seed));
            let (mut came, mut left) = (0, 0);
            let mut served = Vec::new();
            let spent: BTreeMap<IpAddr, i64> =
                (0..8).map(|who| (client(who), random.below(50_000))).collect();
            for _ in 0..5_000 {
                match random.below(3) {
                    0 => {
                        let who = client(random.below(8) as u8);
                        came += 1;
                        left += usize::from(!matches!(queue.add(who, came, |who| spent[&who]), Added::Waits));
                    }
                    1 => served.extend(queue.take()),
                    _ if served.is_empty() => {}
                    _ => {
                        let (who, job) = served.swap_remove(random.below(served.len() as i64) as usize);
                        match random.below(2) {
                            0 => queue.go_on(who, job, random.below(20_000)),
                            _ => {
                                queue.done(who, random.below(20_000));
                                left += 1;
                            }
                        }
                    }
                }
                let Waiting { fresh, begun, .. } = queue.waiting();
                assert_eq!(fresh + begun + served.len() + left, came, "seed {seed}");
            }
            while let Some((who, _)) = queue.take().or_else(|| served.pop()) {
                queue.done(who, 1);
                left += 1;
            }
            assert_eq!((left, queue.waiting()), (came, Waiting::default()), "seed {seed}");
            assert!(queue.lanes.is_empty() && queue.turns.is_empty(), "seed {seed}");
        }
    }
}
