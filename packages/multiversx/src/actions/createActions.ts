import { type AdapterHost, type FamilyActions, onDemand } from '@foyer/core'
import { textToSign } from '@foyer/core/connector'
import { createNodes, familyActions } from '@foyer/core/family'
import { hasWrongChecksum, parseAddress } from '../addresses/address.js'
import { gatewayPaths } from '../chain/gateway.js'
import { accountQuery, isMissing } from '../chain/queries.js'
import { createProvider } from '../provider/createProvider.js'
import { paymentOf, plan } from './fees.js'
import { createSending } from './send.js'
import { waiting } from './untilMined.js'

/** The curve, which nothing before the first signature needs. */
const verification = onDemand({ chunk: 'multiversx.verify', load: () => import('../verify/index.js') })

/** The paths of a gateway: its answers have a few hundred bytes. */
const paths = { ...gatewayPaths, mostBytes: 262_144 }

/** MultiversX's code for one kit. */
export const createActions = (host: AdapterHost): FamilyActions<'mvx'> => ({
  ...familyActions({
    family: 'mvx',
    host,
    nodeOf: createNodes(host, { paths, isMissing }),
    addresses: { parseAddress, hasWrongChecksum },
    async nativeBalance({ node, address, signal }) {
      const own = parseAddress(address)
      return own === undefined ? 0n : (await node.ask(accountQuery(own), { signal })).balance
    },
    signing: {
      method: 'signMessage',
      of: ({ signMessage }) => signMessage,
      read: textToSign,
      sign: async ({ by, wallet: _, ...request }) => ({ signature: await by(request) }),
      // No wallet says that its account is another: by the signature it is seen.
      verify: async (signed) => (await verification()).verifyMultiversxMessage(signed),
    },
    sending: {
      method: 'signTransaction',
      of: ({ signTransaction }) => signTransaction,
      assets: ['coin'],
      paymentOf,
      async feeOf(of) {
        const { fee, spendable } = await plan(of)
        return { value: fee, maxAmount: spendable }
      },
      async requestOf(of) {
        const { transaction } = await plan(of)
        return { method: 'mvx_signTransaction', params: { transaction } }
      },
      send: createSending(verification),
    },
    waiting,
  }),
  provider: createProvider,
})
