import { type TourParameters, tourOfAccount, tourOfConnecting, tourWithoutWallets } from './tour.js'
import { tourOfActivity } from './tourOfActivity.js'
import { tourOfBuying } from './tourOfBuying.js'
import { tourOfDirectory } from './tourOfDirectory.js'
import { tourOfFamilies } from './tourOfFamilies.js'
import { tourOfLogin } from './tourOfLogin.js'
import { tourOfNames } from './tourOfNames.js'
import { tourOfNfts } from './tourOfNfts.js'
import { tourOfPairing } from './tourOfPairing.js'
import { tourOfPay } from './tourOfPay.js'
import { tourOfPreview } from './tourOfPreview.js'
import { tourOfSend } from './tourOfSend.js'
import { tourOfSessions } from './tourOfSessions.js'
import { tourOfSignIn } from './tourOfSignIn.js'
import { tourOfSwap } from './tourOfSwap.js'
import { tourOfTokens } from './tourOfTokens.js'

export interface Tour {
  /** The tour's name, and that of its file of accessibility trees. */
  readonly part: string
  readonly tour: (parameters: TourParameters) => Promise<void>
}

/** All of the modal's views in all of their states. The longest first, so that none is left to a single worker at the end. */
export const tours: readonly Tour[] = [
  { part: 'receiving and buying', tour: tourOfBuying },
  { part: 'pairing', tour: tourOfPairing },
  { part: 'NFTs and approvals', tour: tourOfNfts },
  { part: 'what an account holds', tour: tourOfTokens },
  { part: 'swapping', tour: tourOfSwap },
  { part: 'the account and the networks', tour: tourOfAccount },
  { part: 'sending', tour: tourOfSend },
  { part: 'requests in words', tour: tourOfPreview },
  { part: 'the directory', tour: tourOfDirectory },
  { part: 'no wallet', tour: tourWithoutWallets },
  { part: 'payments', tour: tourOfPay },
  { part: 'logging in', tour: tourOfLogin },
  { part: 'names', tour: tourOfNames },
  { part: 'connecting', tour: tourOfConnecting },
  { part: 'the activity', tour: tourOfActivity },
  { part: 'signing in', tour: tourOfSignIn },
  { part: 'permissions', tour: tourOfSessions },
  { part: 'several families', tour: tourOfFamilies },
]
