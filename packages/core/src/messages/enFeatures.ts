import { activity } from './en/activity.js'
import { nfts } from './en/nfts.js'
import { onramp } from './en/onramp.js'
import { receive } from './en/receive.js'
import { send } from './en/send.js'
import { swap } from './en/swap.js'

type English = typeof activity & typeof nfts & typeof onramp & typeof receive & typeof send & typeof swap

/** The English sentences of the features: each comes with its feature's own chunk. Here they are together, for the types and for what reads the whole catalogue. */
export const enFeatures: English = { ...activity, ...nfts, ...onramp, ...receive, ...send, ...swap }
