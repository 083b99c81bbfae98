// Plays a game to its end by the library for C, always in the first direction that moves something,
// and prints the board. JNA calls the library: `java -cp /usr/share/java/jna.jar Play.java [MODE]`,
// with LD_LIBRARY_PATH set as for C.

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import com.sun.jna.ptr.PointerByReference;
import java.util.Locale;
import java.util.Map;

public class Play {
    static final int OK = 0, PLAYING = 0, WON = 1, EMPTY = -1, GAME_CODE = 0, ABI = 1;

    @FieldOrder({"size", "status", "canGoOn", "wasWon", "rows", "columns", "directions", "score", "moves", "legal"})
    public static class Status extends Structure {
        // The library fills in what a program knows: fields behind `legal` are left out.
        public long size, moves, legal;
        public int status, canGoOn, wasWon, rows, columns, directions;
        public double score;
    }

    @FieldOrder({"size", "cells", "kinds", "values"})
    public static class Board extends Structure {
        public long size, cells;
        public Pointer kinds, values;
    }

    @FieldOrder({"bytes", "capacity", "length"})
    public static class Buffer extends Structure {
        public Pointer bytes;
        public long capacity, length;
    }

    public interface Polymerge extends Library {
        int pm_abi();
        String pm_last_error();
        int pm_open(String text, Pointer limits, PointerByReference rules, PointerByReference game);
        int pm_game_start(Pointer rules, long seed, double now, PointerByReference game);
        int pm_game_play(Pointer game, int direction, double now, Pointer moved, Pointer score);
        int pm_game_act(Pointer game, String action, double now);
        int pm_game_status(Pointer game, Status status);
        int pm_game_board(Pointer game, Board board);
        int pm_game_text(Pointer game, int what, Buffer text);
        void pm_game_free(Pointer game);
        void pm_rules_free(Pointer rules);
    }

    static final Polymerge LIBRARY =
            Native.load("polymerge_c", Polymerge.class, Map.of(Library.OPTION_STRING_ENCODING, "UTF-8"));

    static void check(int status) {
        if (status != OK) throw new IllegalStateException(LIBRARY.pm_last_error());
    }

    /** A text of a game: first its length, then the text. */
    static String text(Pointer game, int what) {
        Buffer into = new Buffer();
        check(LIBRARY.pm_game_text(game, what, into));
        into.capacity = into.length + 1;
        into.bytes = new Memory(into.capacity);
        check(LIBRARY.pm_game_text(game, what, into));
        return into.bytes.getString(0, "UTF-8");
    }

    public static void main(String[] arguments) {
        if (LIBRARY.pm_abi() != ABI) throw new IllegalStateException("the library is of another version");
        PointerByReference made = new PointerByReference();
        check(LIBRARY.pm_open(arguments.length > 0 ? arguments[0] : "classic", null, made, null));
        Pointer rules = made.getValue();
        check(LIBRARY.pm_game_start(rules, 7, 0, made));
        Pointer game = made.getValue();

        Status status = new Status();
        status.size = status.size();
        for (int turn = 0; turn < 100000; turn++) {
            check(LIBRARY.pm_game_status(game, status));
            if (status.status == WON && status.canGoOn != 0) {
                check(LIBRARY.pm_game_act(game, "on", 0));
                continue;
            }
            if (status.status != PLAYING) break;
            check(LIBRARY.pm_game_play(game, Long.numberOfTrailingZeros(status.legal), 0, null, null));
        }

        Board board = new Board();
        board.size = board.size();
        board.cells = (long) status.rows * status.columns;
        board.kinds = new Memory(4 * board.cells);
        board.values = new Memory(8 * board.cells);
        check(LIBRARY.pm_game_board(game, board));
        StringBuilder lines = new StringBuilder();
        for (int cell = 0; cell < board.cells; cell++) {
            boolean isEmpty = board.kinds.getInt(4L * cell) == EMPTY;
            double value = board.values.getDouble(8L * cell);
            lines.append(isEmpty ? "       ." : String.format(Locale.ROOT, "%8.0f", value));
            if ((cell + 1) % status.columns == 0) lines.append('\n');
        }
        System.out.print(lines);
        System.out.printf(Locale.ROOT, "%.0f points in %d moves%n", status.score, status.moves);
        System.out.println("Game code: " + text(game, GAME_CODE).length() + " bytes");
        LIBRARY.pm_game_free(game);
        LIBRARY.pm_rules_free(rules);
    }
}
