import { Button } from '@foyer/parts'
import { Warnings } from '@foyer/parts/request'
import type { WalletFamily } from '@foyer/signing'
import { familyOf } from '@foyer/walletconnect/protocol'
import type { WalletProposal } from '@foyer/walletconnect/wallet'
import type { ReactNode } from 'react'
import type { Wallet } from '../wallet/createWallet.js'
import { offerOf } from '../wallet/grant.js'
import { signInsOf } from '../wallet/signInsOf.js'
import type { WalletState } from '../wallet/state.js'
import { ConsentChoices } from './ConsentChoices.js'
import { PeerCard } from './PeerCard.js'
import { messageOf, SignInText } from './SignInDialog.js'
import { useBusy } from './useBusy.js'
import { useConsent } from './useConsent.js'
import { WalletDialog } from './WalletDialog.js'

export interface ProposalDialogProps {
  readonly wallet: Wallet
  readonly state: WalletState
  readonly families: readonly WalletFamily[]
  readonly proposal: WalletProposal
}

/** An application wants to connect. */
export function ProposalDialog({ wallet, state, families, proposal }: ProposalDialogProps): ReactNode {
  const { id, proposer } = proposal
  const { keyring, networks } = state
  // A family whose only keys are another's has nothing to grant.
  const able = families.filter(({ name, addresses }) =>
    networks.some(({ chainId }) => familyOf(chainId) === name && keyring && addresses({ keyring, chainId }).length > 0),
  )
  const offer = offerOf({ asked: proposal, families: able, networks })
  const consent = useConsent({ families: able, keyring, networks: offer.networks })
  const signIns = signInsOf({ proposal, families: able, ...consent }).map((signIn) => ({
    domain: signIn.payload.domain,
    text: messageOf(signIn),
  }))
  const texts = signIns.flatMap(({ domain, text }) => (text === undefined ? [] : [{ domain, text }]))
  // What can't be read isn't signed, and the visitor only connects.
  const signsIn = texts.length > 0 && texts.length === signIns.length
  const [isBusy, run] = useBusy()
  const approve = () => wallet.approve({ id, chainIds: consent.chainIds, addresses: consent.addresses, signsIn })
  const reject = () => void wallet.reject(id)
  return (
    <WalletDialog
      title="Connection request"
      closeLabel="Reject and close"
      onClose={reject}
      onSubmit={() => run(approve())}
      actions={
        <>
          <Button variant="quiet" onClick={reject}>
            Reject
          </Button>
          {offer.isImpossible ? null : (
            <Button type="submit" busy={isBusy} disabled={!consent.isWhole}>
              {signsIn ? 'Connect and sign in' : 'Connect'}
            </Button>
          )}
        </>
      }
    >
      <PeerCard peer={proposer} says="wants to connect, and says that it is at" />
      {offer.isImpossible ? (
        <p role="alert">It can’t do without networks or methods that this wallet doesn’t have.</p>
      ) : (
        <>
          <ConsentChoices consent={consent} />
          {signsIn ? texts.map((each) => <SignInText key={each.text} peer={proposer} {...each} />) : null}
          <Warnings
            warnings={
              offer.unknown.length > 0
                ? [{ text: `Unknown here, and not connected: ${offer.unknown.join(', ')}`, isMild: true }]
                : []
            }
          />
          <Methods methods={offer.methods} />
        </>
      )}
    </WalletDialog>
  )
}

function Methods({ methods }: { readonly methods: readonly string[] }): ReactNode {
  return (
    <details className="methods">
      <summary>What it may ask for, each time with your consent</summary>
      <ul>
        {methods.map((method) => (
          <li key={method}>
            <code>{method}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
