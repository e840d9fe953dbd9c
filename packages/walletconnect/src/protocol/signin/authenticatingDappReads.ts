import * as v from 'valibot'
import type { ReadableResults } from '../messages.js'
import { listOf, Participant } from '../schemas.js'
import { Cacao } from './message.js'

/** The answers that an application reads besides where it signs in while connecting: apart, as most don't. */
export const authenticatingDappReads: { readonly results: ReadableResults<'wc_sessionAuthenticate'> } = {
  results: {
    wc_sessionAuthenticate: v.object({ cacaos: v.pipe(listOf(Cacao), v.minLength(1)), responder: Participant }),
  },
}

/** The word of a wallet that settles on the sign-ins that were requested by the proposal; other answers are none of ours. */
export const SignedWithProposal = v.pipe(
  v.nullish(v.object({ authentication: v.nullish(listOf(Cacao)) })),
  v.transform((answers) => answers?.authentication ?? []),
)
