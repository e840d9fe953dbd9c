import { type FamilyActions, type NetworkId, onDemand } from '@foyer/core'
import { textToSign } from '@foyer/core/connector'
import { familyActions } from '@foyer/core/family'
import { hasWrongChecksum, isSameAccount, readAddress } from '../addresses/ss58.js'
import { type ChainsOfHost, chainIn } from '../chain/chains.js'
import { createNodes } from '../chain/node.js'
import { coinsQuery } from '../chain/queries.js'
import { createProvider } from '../provider/createProvider.js'
import { payloadOf } from '../transaction/transfer.js'
import { agreedOf, feeOf, paymentOf } from './fees.js'
import { send } from './send.js'
import { waiting } from './untilMined.js'

/** The curves, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'polkadot.verify', load: () => import('../verify/index.js') })

/** Polkadot's code for one kit. */
export const createActions = ({ host, chains }: ChainsOfHost): FamilyActions<'polkadot'> => ({
  ...familyActions({
    ...{ family: 'polkadot', host, nodeOf: createNodes({ host, chains }) },
    addresses: {
      ...{ isSameAddress: isSameAccount, hasWrongChecksum },
      /** An address of a sibling chain is none of this. */
      parseAddress(text: string, networkId?: NetworkId | undefined) {
        const read = readAddress(text)
        const chain = networkId === undefined ? undefined : chainIn(chains, networkId)
        return read && (chain === undefined || chain.prefix === read.prefix) ? text : undefined
      },
    },
    async nativeBalance({ node, address, signal }) {
      const read = readAddress(address)
      if (!read) return 0n
      const { free, reserved } = await node.ask(coinsQuery(read.id), { signal })
      return free + reserved
    },
    signing: {
      method: 'signMessage',
      of: ({ signMessage }) => signMessage,
      read: textToSign,
      sign: async ({ by, wallet: _, ...request }) => ({ signature: await by(request) }),
    },
    sending: {
      ...{ method: 'signPayload', paymentOf, feeOf, send },
      of: ({ signPayload }, { networkId }) => (chainIn(chains, networkId)?.transfers ? signPayload : undefined),
      assets: ['coin'],
      async requestOf({ address, ...of }) {
        const transactionPayload = payloadOf(await agreedOf(of))
        return { method: 'polkadot_signTransaction', params: { address, transactionPayload } }
      },
    },
    waiting,
  }),
  verifyMessage: async ({ network, ...signed }) =>
    (await verification()).verifyPolkadotMessage({ ...signed, chains, networkId: network.caipNetworkId }),
  provider: createProvider,
})
