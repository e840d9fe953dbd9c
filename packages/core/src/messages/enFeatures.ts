import { activity } from './en/activity.js'
import { nfts } from './en/nfts.js'
import { send } from './en/send.js'
import { swap } from './en/swap.js'

type English = typeof activity & typeof nfts & typeof send & typeof swap

/** The English sentences of the features: each comes with its feature's own chunk. Here they are together, for the types and for what reads the whole catalogue. */
export const enFeatures: English = { ...activity, ...nfts, ...send, ...swap }
