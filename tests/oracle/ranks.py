"""Whom a process stands for in a communicator: itself if it is a member, else the process without a parent it belongs to."""

LONGEST = 64  # a longer chain of parents is a circle


class Ranks:
    def __init__(self, home):
        self.home = home  # process -> stream
        self.parents, self.groups = {}, {}

    def process(self, token, parent):
        if parent or token in self.parents:
            self.parents[token] = parent

    def group(self, stream, token, members):
        """Before any process has a parent nobody keeps the members: no thread is one."""
        self.groups[stream, token] = set(members) if self.parents else set()

    def root(self, process):
        for _ in range(LONGEST):
            if not self.parents.get(process):
                break
            process = self.parents[process]
        return process

    def stands_for(self, process, loc, group):
        """loc: the process of the record, whose stream may have a group of its own."""
        own = self.home.get(loc, 0), group
        members = self.groups.get(own if own in self.groups else (0, group))
        return process if members is None or process in members else self.root(process)

    def key(self, loc, sender, receiver, group, tag):
        return self.stands_for(sender, loc, group), self.stands_for(receiver, loc, group), group, tag
