import { ifReadable } from '@foyer/core/lenient'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { BytesToBase64, type ListedAddress, listOf, sessionOf } from './answers.js'
import { caller, methodOf } from './ask.js'
import { byAddress } from './satsConnect.js'
import type { Dialect } from './wallet.js'

const Addresses = listOf(
  v.object({
    address: v.string(),
    purpose: v.nullish(v.string(), 'payment'),
    publicKey: ifReadable(v.string()),
  }),
)

const listed = (addresses: v.InferOutput<typeof Addresses>): readonly ListedAddress[] =>
  addresses.map(({ address, purpose, publicKey }) => ({
    address,
    publicKey,
    purpose: purpose === 'ordinals' ? 'ordinal' : 'payment',
  }))

/** Phantom's dialect: bytes in and out, nothing sent by the wallet, accounts by a prompt alone. */
export const phantom: Dialect = ({ source, host: { clock } }) => {
  const call = caller({ find: (name) => methodOf(source, name), clock })
  return {
    provider: () => ({
      signMessage: async ({ address, message, signal }) => ({
        signature: await call({
          method: 'signMessage',
          args: [address, new TextEncoder().encode(message)],
          schema: v.pipe(
            v.object({ signature: BytesToBase64 }),
            v.transform(({ signature }) => signature),
          ),
          expected: 'a signature of bytes',
          signal,
        }),
      }),
      signPsbt: async ({ psbt, inputs, signal }) => ({
        psbt: await call({
          method: 'signPSBT',
          args: [
            base64.decode(psbt),
            {
              inputsToSign: Object.entries(byAddress(inputs)).map(([address, signingIndexes]) => ({
                address,
                signingIndexes,
              })),
            },
          ],
          schema: BytesToBase64,
          expected: 'a PSBT of bytes',
          signal,
        }),
      }),
    }),
    async connect({ signal }) {
      const method = 'requestAccounts'
      const addresses = await call({ method, schema: Addresses, expected: 'a list of addresses', signal })
      return sessionOf({ listed: listed(addresses), method })
    },
    listen: ({ changed, ended }) => {
      const onAccounts = (accounts: unknown) => {
        const { success, output } = v.safeParse(Addresses, accounts)
        // An event that says nothing isn't one that there is none.
        if (!success || !Array.isArray(accounts)) return
        if (output.length === 0) ended()
        else changed(sessionOf({ listed: listed(output), method: 'accountsChanged' }))
      }
      methodOf(source, 'on')?.('accountsChanged', onAccounts)
      return () => {
        methodOf(source, 'removeListener')?.('accountsChanged', onAccounts)
      }
    },
  }
}
