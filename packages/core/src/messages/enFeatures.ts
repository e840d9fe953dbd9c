import { activity } from './en/activity.js'
import { names } from './en/names.js'
import { nfts } from './en/nfts.js'
import { onramp } from './en/onramp.js'
import { pay } from './en/pay.js'
import { receive } from './en/receive.js'
import { send } from './en/send.js'
import { signIn } from './en/signIn.js'
import { swap } from './en/swap.js'

type English = typeof activity &
  typeof names &
  typeof nfts &
  typeof onramp &
  typeof pay &
  typeof receive &
  typeof send &
  typeof signIn &
  typeof swap

/** The English sentences of the features: each comes with its feature's own chunk. Here they are together, for the types and for what reads the whole catalogue. */
export const enFeatures: English = {
  ...activity,
  ...names,
  ...nfts,
  ...onramp,
  ...pay,
  ...receive,
  ...send,
  ...signIn,
  ...swap,
}
