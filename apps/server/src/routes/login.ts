import { loginNonceCall } from '@foyer/embedded/custody'
import { NotFoundError } from '../errors/refusals.js'
import { route } from './route.js'

const shared = { group: 'Login', access: 'wallet' } as const

/** Login by e-mail and what a wallet is kept by, for the wallet's own page. */
export const login = [
  route(
    { ...loginNonceCall, ...shared, summary: 'Gives a nonce that the next call is signed over, for 60 seconds.' },
    ({ services: { signedCalls } }) => {
      if (signedCalls === null) throw new NotFoundError()
      return { nonce: signedCalls.nonce() }
    },
  ),
]
