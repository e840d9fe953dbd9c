import { type Abortable, type AdapterHost, type FamilyActions, type FamilyWallet, onDemand } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { textToSign } from '@foyer/core/connector'
import { accountsWithKeys, familyActions } from '@foyer/core/family'
import { base64 } from '@scure/base'
import { hasWrongLength, readAddress } from '../addresses/address.js'
import { createNodes } from '../chain/node.js'
import { accountQuery } from '../chain/queries.js'
import { createProvider } from '../provider/createProvider.js'
import { transactionOf } from '../transaction/transaction.js'
import { writeSignature } from '../verify/signature.js'
import { feeOf, paymentOf } from './fees.js'
import { send, sendsBy } from './send.js'
import { waiting } from './untilMined.js'

/** The curve, which signing alone doesn't need. */
const verification = onDemand({ chunk: 'near.verify', load: () => import('../verify/index.js') })

/** NEAR's code for one kit. */
export function createActions(host: AdapterHost): FamilyActions<'near'> {
  const nodeOf = createNodes(host)
  return {
    ...familyActions({
      ...{ family: 'near', host, nodeOf },
      addresses: {
        ...{ parseAddress: readAddress, hasWrongLength },
        showAddress: (address) => (address.length > 24 ? shortenAddress({ address }) : address),
      },
      nativeBalance: async ({ node, address, signal }) =>
        (await node.find(accountQuery(address), { signal }))?.amount ?? 0n,
      /** For this page (NEP-413). A signature is written with all that was signed beside the message, see `NearSignature`. */
      signing: {
        method: 'signMessage',
        of: ({ signMessage }) => signMessage,
        read: textToSign,
        async sign({ by, address: accountId, message, signal }) {
          const nonce = crypto.getRandomValues(new Uint8Array(32))
          const recipient = globalThis.location?.host || 'localhost'
          const { publicKey, signature } = await by({ accountId, message, nonce, recipient, signal })
          const written = { publicKey, signature: base64.encode(signature), nonce: base64.encode(nonce), recipient }
          return { signature: writeSignature(written), publicKey }
        },
      },
      sending: {
        ...{ method: 'signTransaction', of: sendsBy, paymentOf, feeOf, send },
        assets: ['coin'],
        /** Without what the wallet's key and the chain add. */
        requestOf({ address, payment: { to, amount } }) {
          const none = new Uint8Array(32)
          const unsigned = { signerId: address, publicKey: none, nonce: 0n, receiverId: to, blockHash: none }
          const transaction = [...transactionOf({ ...unsigned, deposit: amount })]
          return { method: 'near_signTransaction', params: { transaction } }
        },
      },
      waiting,
    }),
    async verifyMessage({ network, ...signed }) {
      const { verifyNearMessage } = await verification()
      return verifyNearMessage({ ...signed, networkId: network.caipNetworkId, ask: nodeOf(network).outcome })
    },
    readAccounts,
    provider: createProvider,
  }
}

/** The wallet's accounts with a key of each. */
async function readAccounts({ wallet, signal }: Abortable & { readonly wallet: FamilyWallet<'near'> }) {
  const listed = await wallet.provider.getAccounts({ signal })
  return accountsWithKeys(
    wallet,
    ({ address, publicKey }) => publicKey ?? listed.find(({ accountId }) => accountId === address)?.publicKey,
  )
}
