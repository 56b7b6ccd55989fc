// tightrope: --from api=5
// Two people who are together already are joined once more. Numbers out of range are notes.
public class Groups {
    private final int[] leader;
    private final int[] size;

    public Groups(int people) {
        leader = new int[people];
        size = new int[people];
        for (int i = 0; i < people; i++) {
            leader[i] = i;
            size[i] = 1;
        }
    }

    public int find(int person) {
        while (leader[person] != person) {
            person = leader[person];
        }
        return person;
    }

    public void join(int a, int b) {
        int left = find(a);
        int right = find(b);
        if (size[left] < size[right]) {
            leader[left] = right;
            size[right] += size[left];
        } else {
            leader[right] = left;
            size[left] += size[right];
        }
        assert size[find(a)] <= leader.length : "a group larger than all people";
    }

    public boolean together(int a, int b) {
        return find(a) == find(b);
    }
}
