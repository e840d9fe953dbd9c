import { type Abortable, type FamilyActions, type FamilyWallet, type NetworkId, onDemand } from '@foyer/core'
import { textToSign } from '@foyer/core/connector'
import { accountsWithKeys, familyActions } from '@foyer/core/family'
import { hex } from '@scure/base'
import { hasWrongChecksum, readAddress } from '../addresses/address.js'
import { type ChainsOfHost, chainIn } from '../chain/chains.js'
import { createNodes } from '../chain/node.js'
import { balanceQuery } from '../chain/queries.js'
import { createProvider } from '../provider/createProvider.js'
import { feeToSend, paymentOf } from './fees.js'
import { requestOf, send, signsBy } from './send.js'
import { waiting } from './untilMined.js'

/** The curve, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'cosmos.verify', load: () => import('../verify/index.js') })

/** Cosmos's code for one kit. */
export const createActions = ({ host, chains }: ChainsOfHost): FamilyActions<'cosmos'> => ({
  ...familyActions({
    ...{ family: 'cosmos', host, nodeOf: createNodes({ host, chains }) },
    addresses: {
      hasWrongChecksum,
      parseAddress(text: string, networkId?: NetworkId | undefined) {
        const read = readAddress(text)
        const chain = networkId === undefined ? undefined : chainIn(chains, networkId)
        return read && (chain === undefined || chain.prefix === read.prefix) ? read.address : undefined
      },
    },
    nativeBalance: async ({ node, address, signal }) =>
      node.query(balanceQuery({ address, denom: node.facts.denom }), { signal }),
    /** By ADR-36. */
    signing: {
      method: 'signMessage',
      of: ({ signMessage }) => signMessage,
      read: textToSign,
      sign: async ({ by, wallet: { account }, ...request }) => ({
        signature: await by(request),
        publicKey: account.publicKey,
      }),
    },
    sending: {
      ...{ method: 'signDirect', of: signsBy, paymentOf, feeOf: feeToSend, requestOf, send },
      assets: ['coin'],
      calls: true,
    },
    waiting,
  }),
  transferIn: ({ to, amount, denom, memo }) =>
    denom === undefined && memo === undefined ? { to, amount, asset: { type: 'coin' } } : undefined,
  verifyMessage: async ({ network, ...signed }) =>
    (await verification()).verifyCosmosMessage({ ...signed, chains, networkId: network.caipNetworkId }),
  readAccounts,
  provider: createProvider,
})

/** The wallet's account with its key. */
async function readAccounts({ wallet, signal }: Abortable & { readonly wallet: FamilyWallet<'cosmos'> }) {
  const listed = await wallet.provider.getAccounts({ signal })
  return accountsWithKeys(wallet, ({ address }) => {
    const publicKey = listed.find((each) => each.address === address)?.publicKey
    return publicKey && hex.encode(publicKey)
  })
}
