/* Answers of BouncyCastle: each input line is "op bits key iv data"; the answer is one line of hex. */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.bouncycastle.crypto.Mac;
import org.bouncycastle.crypto.StreamCipher;
import org.bouncycastle.crypto.engines.Zuc128Engine;
import org.bouncycastle.crypto.engines.Zuc256Engine;
import org.bouncycastle.crypto.macs.Zuc128Mac;
import org.bouncycastle.crypto.macs.Zuc256Mac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.bouncycastle.util.encoders.Hex;

public class InteropZuc {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            String[] f = line.split(" ", -1);
            byte[] data = Hex.decode(f[4]);
            ParametersWithIV with = new ParametersWithIV(new KeyParameter(Hex.decode(f[2])), Hex.decode(f[3]));
            byte[] out;
            if (f[0].equals("crypt")) {
                StreamCipher cipher = f[1].equals("128") ? new Zuc128Engine() : new Zuc256Engine();
                cipher.init(true, with);
                out = new byte[data.length];
                cipher.processBytes(data, 0, data.length, out, 0);
            } else {
                int bits = Integer.parseInt(f[0]);
                Mac mac = f[1].equals("128") ? new Zuc128Mac() : new Zuc256Mac(bits);
                mac.init(with);
                mac.update(data, 0, data.length);
                out = new byte[mac.getMacSize()];
                mac.doFinal(out, 0);
            }
            System.out.println(Hex.toHexString(out));
        }
    }
}
