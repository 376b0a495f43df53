package coterie.cli.arch.broken;

import java.io.FileReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

class OpensFiles {
  Object socket() {
    return new Socket();
  }

  Object channel() throws IOException {
    return DatagramChannel.open();
  }

  Object path() {
    return Path.of("file");
  }

  Object reader() throws IOException {
    return new FileReader("file", StandardCharsets.UTF_8);
  }
}
