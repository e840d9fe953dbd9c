import { shortenAddress } from '@foyer/core/chain'
import { FoyerError } from '@foyer/core/errors'
import { Button } from '@foyer/parts'
import { ContentBlock, Warnings } from '@foyer/parts/request'
import type { WalletFamily } from '@foyer/signing'
import { shownText } from '@foyer/signing'
import { familyOf, type PeerMetadata } from '@foyer/walletconnect/protocol'
import type { WalletAuthentication } from '@foyer/walletconnect/wallet'
import { type ReactNode, useState } from 'react'
import type { Wallet } from '../wallet/createWallet.js'
import { type SignIn, signInTexts } from '../wallet/signInsOf.js'
import type { WalletState } from '../wallet/state.js'
import { PeerCard } from './PeerCard.js'
import { Pick } from './Pick.js'
import { peerPlace } from './peerName.js'
import { useBusy } from './useBusy.js'
import { WalletDialog } from './WalletDialog.js'

export interface SignInDialogProps {
  readonly wallet: Wallet
  readonly state: WalletState
  readonly families: readonly WalletFamily[]
  readonly authentication: WalletAuthentication
}

/** An application requests to connect and to sign in at once. */
export function SignInDialog({ wallet, state, families, authentication }: SignInDialogProps): ReactNode {
  const { id, requester, payload } = authentication
  const { keyring, networks } = state
  const isAsked = (chainId: string) => payload.chains.includes(chainId)
  // Of one family: its accounts sign, on each of the chains.
  const family = families.find(
    ({ name, signSignIn }) =>
      signSignIn && networks.some(({ chainId }) => isAsked(chainId) && familyOf(chainId) === name),
  )
  const known = networks.filter(({ chainId }) => isAsked(chainId) && familyOf(chainId) === family?.name)
  const [first] = known
  const addresses = family && keyring && first ? family.addresses({ keyring, chainId: first.chainId }) : []
  const [picked, setPicked] = useState('')
  const address = addresses.includes(picked) ? picked : (addresses[0] ?? '')
  const chainIds = known.map(({ chainId }) => chainId)
  const text = messageOf({ family, payload, chainIds, address })
  const [isBusy, run] = useBusy()
  const reject = () => void wallet.rejectSignIn(id)
  return (
    <WalletDialog
      title="Sign-in request"
      closeLabel="Reject and close"
      onClose={reject}
      onSubmit={() => run(wallet.signIn({ id, chainIds, address }))}
      actions={
        <>
          <Button variant="quiet" onClick={reject}>
            Reject
          </Button>
          {text === undefined ? null : (
            <Button type="submit" busy={isBusy}>
              Sign in
            </Button>
          )}
        </>
      }
    >
      <PeerCard peer={requester} says="wants you to sign in, and says that it is at" />
      {text === undefined ? (
        <p role="alert">It names no network of this wallet, or its message can’t be read.</p>
      ) : (
        <>
          <Pick
            label="Account"
            value={address}
            onPick={setPicked}
            options={addresses.map((each) => ({ value: each, label: shortenAddress({ address: each }) }))}
          />
          <SignInText peer={requester} domain={payload.domain} text={text} />
        </>
      )}
    </WalletDialog>
  )
}

/** Shows the text to be signed, and a warning where it is of another place than the application says that it is at. */
export function SignInText({
  peer,
  domain,
  text,
}: {
  readonly peer: PeerMetadata
  readonly domain: string
  readonly text: string
}): ReactNode {
  const warning = `This signs you in at ${shownText(domain)}, but the application says that it is elsewhere.`
  return (
    <>
      <Warnings warnings={domain === peerPlace(peer) ? [] : [{ text: warning, isMild: true }]} />
      <ContentBlock label="Message" text={text} />
    </>
  )
}

/** The text to sign for each chain; undefined where the request is invalid. */
export function messageOf({
  family,
  ...of
}: Omit<SignIn, 'family'> & { readonly family: WalletFamily | undefined }): string | undefined {
  if (!family?.signSignIn || of.chainIds.length === 0 || of.address === '') return undefined
  try {
    return signInTexts({ family, ...of })
      .map(({ text }) => shownText(text))
      .join('\n\n—\n\n')
  } catch (error) {
    if (error instanceof FoyerError) return undefined // a field that would forge lines, or a ReCap that can't be read
    throw error
  }
}
