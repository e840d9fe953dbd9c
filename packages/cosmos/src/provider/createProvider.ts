import type { ChannelConnection } from '@foyer/core'
import { sessionProvider } from '@foyer/core/family'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { isAddressOfKey, readAddress } from '../addresses/address.js'
import type { CosmosProvider } from '../family.js'
import { adr36Doc } from '../verify/adr36.js'
import { cosmosMethods, signatureOf, WireBytes, wireDocOf } from '../wire/methods.js'

/** A wallet at the other end of a session, as the family's provider: with what the session grants, each request made once. */
export function createProvider(connection: ChannelConnection): CosmosProvider {
  const { ask, granted } = sessionProvider({ connection, family: 'cosmos', methods: cosmosMethods })
  const signDirect: NonNullable<CosmosProvider['signDirect']> = async ({ address, doc, signal }) => {
    const method = 'cosmos_signDirect'
    const { signature, signed = {} } = await ask(method, { signerAddress: address, signDoc: wireDocOf(doc) }, signal)
    const { accountNumber = doc.accountNumber, ...others } = signed
    const said = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
    return {
      doc: { ...doc, ...said, accountNumber: BigInt(accountNumber) },
      signature: signatureOf(signature.signature, method),
    }
  }
  const signAmino: NonNullable<CosmosProvider['signAmino']> = async ({ address, doc, signal }) => {
    const method = 'cosmos_signAmino'
    const { signature, signed = doc } = await ask(method, { signerAddress: address, signDoc: doc }, signal)
    return { doc: signed, signature: signatureOf(signature.signature, method) }
  }
  const signMessage: NonNullable<CosmosProvider['signMessage']> = async ({ address, message, signal }) => {
    const doc = adr36Doc({ address, message: new TextEncoder().encode(message) })
    return base64.encode((await signAmino({ address, doc, signal })).signature)
  }
  return granted<CosmosProvider>(
    {
      async getAccounts({ signal } = {}) {
        const listed = await ask('cosmos_getAccounts', {}, signal)
        return listed.map(({ address, pubkey }) => ({ address, publicKey: keyOf({ address, pubkey }) }))
      },
    },
    {
      signMessage: ['cosmos_signAmino', signMessage],
      signDirect: ['cosmos_signDirect', signDirect],
      signAmino: ['cosmos_signAmino', signAmino],
    },
  )
}

/** The key that hashes to the address; a wallet may say another, or none. */
function keyOf({ address, pubkey }: { readonly address: string; readonly pubkey?: string | undefined }) {
  const { success, output } = v.safeParse(WireBytes, pubkey)
  const read = readAddress(address)
  return success && read && isAddressOfKey(read, output) ? output : undefined
}
