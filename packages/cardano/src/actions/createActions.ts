import { type AdapterHost, type FamilyActions, onDemand } from '@foyer/core'
import { bytesToSign } from '@foyer/core/connector'
import { JsonRpcError } from '@foyer/core/errors'
import { createNodes, familyActions } from '@foyer/core/family'
import { hasWrongChecksum, hasWrongLength, parseAddress } from '../addresses/address.js'
import { addressQuery } from '../chain/queries.js'
import { koiosPaths, refused } from '../chain/rest.js'
import { createProvider } from '../provider/createProvider.js'
import { feeOf } from './fees.js'
import { requestOf, send } from './send.js'
import { paymentOf } from './terms.js'
import { waiting } from './untilMined.js'

/** The curve, which reading alone doesn't need. */
const verification = onDemand({ chunk: 'cardano.verify', load: () => import('../verify/index.js') })

/** An address may have many outputs, with tokens in each. */
const paths = { ...koiosPaths, mostBytes: 4_000_000 }
const isAnswer = (error: unknown): boolean => error instanceof JsonRpcError && error.rpcCode === refused

/** Cardano's code for one kit. */
export const createActions = (host: AdapterHost): FamilyActions<'cip34'> => ({
  ...familyActions({
    family: 'cip34',
    host,
    nodeOf: createNodes(host, { paths, isAnswer }),
    addresses: { parseAddress, hasWrongChecksum, hasWrongLength },
    async nativeBalance({ node, address, signal }) {
      const own = parseAddress(address)
      return own === undefined ? 0n : (await node.ask(addressQuery(own), { signal })).balance
    },
    /** A signature is the COSE_Sign1 with its COSE_Key behind it, which verifying needs, in hexadecimal; the key alone stands beside it. */
    signing: {
      method: 'signData',
      of: ({ signData }) => signData,
      read: bytesToSign,
      async sign({ by, address, message: payload, signal }) {
        const { signature, key } = await by({ address, payload, signal })
        return { signature: `${signature}${key}`.toLowerCase(), publicKey: key.toLowerCase() }
      },
      verify: async (signed) => (await verification()).verifyCardanoMessage(signed),
    },
    sending: {
      ...{ method: 'signTransaction', paymentOf, feeOf, requestOf, send },
      of: ({ signTransaction }) => signTransaction,
      assets: ['coin'],
    },
    waiting,
  }),
  provider: createProvider,
})
