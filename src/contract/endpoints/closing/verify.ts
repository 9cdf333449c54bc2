import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

const fingerprints = z.array(z.string());

/** The certificates that the installation has ever used, each as the SHA-256 of its bytes (docs/product/evidence.md, "Checking a file"). */
const knownCertificatesSchema = z.object({ seals: fingerprints, authorities: fingerprints });

export const verify = {
  certificates: endpoint
    .route({
      method: 'GET',
      path: '/verify/certificates',
      summary: 'The certificates of this installation’s seals and timestamps',
    })
    .meta({ policy: 'public' })
    .output(knownCertificatesSchema),
};
