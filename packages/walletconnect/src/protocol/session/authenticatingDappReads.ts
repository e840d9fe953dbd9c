import * as v from 'valibot'
import { Cacao } from '../authentication/cacao.js'
import { listOf } from './bounded.js'
import type { ReadableResults } from './messages.js'
import { Participant } from './peer.js'

/** What an application that signs in while connecting reads besides: apart, as most don't. */
export const authenticatingDappReads: { readonly results: ReadableResults<'wc_sessionAuthenticate'> } = {
  results: {
    wc_sessionAuthenticate: v.object({ cacaos: v.pipe(listOf(Cacao), v.minLength(1)), responder: Participant }),
  },
}
