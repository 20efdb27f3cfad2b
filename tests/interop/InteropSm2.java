/* SM2 by BouncyCastle. Each input line is "d point id message signature damaged order ciphertext" in hex, with two
 * r || s, and 1 for C1C3C2 or 0 for C1C2C3; the answer is "signature good good plaintext ciphertext": one of its own for
 * the message, 1 for each given one that is right, the given ciphertext opened, and the message encrypted. */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.security.SecureRandom;
import org.bouncycastle.asn1.gm.GMNamedCurves;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.digests.SM3Digest;
import org.bouncycastle.crypto.engines.SM2Engine;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.params.ParametersWithID;
import org.bouncycastle.crypto.params.ParametersWithRandom;
import org.bouncycastle.crypto.signers.PlainDSAEncoding;
import org.bouncycastle.crypto.signers.SM2Signer;
import org.bouncycastle.util.encoders.Hex;

public class InteropSm2 {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        X9ECParameters curve = GMNamedCurves.getByName("sm2p256v1");
        ECDomainParameters domain = new ECDomainParameters(curve.getCurve(), curve.getG(), curve.getN(), curve.getH());
        SecureRandom random = new SecureRandom();
        for (String line; (line = in.readLine()) != null;) {
            String[] f = line.split(" ", -1);
            CipherParameters number = new ECPrivateKeyParameters(new BigInteger(f[0], 16), domain);
            CipherParameters point = new ECPublicKeyParameters(curve.getCurve().decodePoint(Hex.decode(f[1])), domain);
            byte[] id = Hex.decode(f[2]), message = Hex.decode(f[3]), sealed = Hex.decode(f[7]);
            SM2Engine.Mode order = f[6].equals("1") ? SM2Engine.Mode.C1C3C2 : SM2Engine.Mode.C1C2C3;

            SM2Signer signer = new SM2Signer(PlainDSAEncoding.INSTANCE);
            signer.init(true, new ParametersWithID(new ParametersWithRandom(number, random), id));
            signer.update(message, 0, message.length);
            String signature = Hex.toHexString(signer.generateSignature());
            String good = "";
            for (int i = 4; i <= 5; i++) {
                signer.init(false, new ParametersWithID(point, id));
                signer.update(message, 0, message.length);
                good += signer.verifySignature(Hex.decode(f[i])) ? " 1" : " 0";
            }

            SM2Engine engine = new SM2Engine(new SM3Digest(), order);
            engine.init(false, number);
            String text = Hex.toHexString(engine.processBlock(sealed, 0, sealed.length));
            engine.init(true, new ParametersWithRandom(point, random));
            String own = Hex.toHexString(engine.processBlock(message, 0, message.length));
            System.out.println(signature + good + " " + text + " " + own);
        }
    }
}
