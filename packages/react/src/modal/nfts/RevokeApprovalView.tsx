import type { DecodedCall, ViewProps } from '@foyer/core'
import { passApproval, type RevocationRound } from '@foyer/core/approvals'
import { displaySmallAmount, shortenAddress } from '@foyer/core/chain'
import { goBack } from '@foyer/core/view'
import { Button, type Detail, Details, LinkButton, part, ShieldIcon, Skeleton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { shownApproval } from '../../headless/approvals.js'
import { type Revocation, useRevocation } from '../../headless/revocation.js'
import { useModal } from '../modalContext.js'
import { ApprovalImage, HowMuch } from './ApprovalsView.js'

/** Where an approval is taken back: what it is, what will be signed, and how far it has come. */
export function RevokeApprovalView(given: ViewProps<'RevokeApproval'>): ReactNode {
  const { say, state, foyer } = useModal()
  const revocation = useRevocation(given)
  const { approval, networkId, round } = given
  const shown = shownApproval({ given, locale: foyer.options.locale.tag })
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.name
  const details: readonly Detail[] = [
    { id: 'spender', term: say('approvals.spender'), value: <bdi title={approval.spender}>{shown.spender}</bdi> },
    { id: 'amount', term: say('approvals.amount'), value: <HowMuch {...shown} /> },
    { id: 'network', term: say('nfts.network'), value: <bdi>{network ?? networkId}</bdi> },
    { id: 'fee', term: say('approvals.fee'), value: <Fee {...revocation} /> },
  ]
  return (
    <div {...part({ name: 'revoke' })}>
      {round ? <Place {...round} /> : null}
      <div {...part({ name: 'revoke-what' })}>
        <ApprovalImage {...shown} />
        <p dir="auto" {...part({ name: 'nft-title' })}>
          {shown.name}
        </p>
      </div>
      <p {...part({ name: approval.isSpam ? 'nft-warning' : 'lead' })}>
        {say(approval.isSpam ? 'approvals.spamLead' : 'approvals.revokeLead')}
      </p>
      <Details details={details} />
      {revocation.call ? <Signed call={revocation.call} /> : null}
      <Outcome {...revocation} />
      <Action {...revocation} />
      {round ? <WaysOut round={round} {...revocation} /> : null}
    </div>
  )
}

/** How far a round through several has come. */
function Place({ following, count }: RevocationRound): ReactNode {
  const { say } = useModal()
  const number = count - following.length
  const words = say('approvals.place', { number, count })
  return (
    <div {...part({ name: 'revoke-place' })}>
      <p role="status">{words}</p>
      <progress aria-hidden="true" value={number - 1} max={count} {...part({ name: 'revoke-progress' })} />
    </div>
  )
}

/** In a round each can be left out, and the rest of them. While the wallet has been asked, the next one isn't begun. */
function WaysOut({ round, revoking }: Revocation & { readonly round: RevocationRound }): ReactNode {
  const { foyer, say } = useModal()
  const isBusy = revoking?.status === 'asking' || revoking?.status === 'mining'
  return (
    <div {...part({ name: 'revoke-ways' })}>
      <LinkButton partName="revoke-skip" disabled={isBusy} onClick={() => passApproval(foyer, { round })}>
        {say('approvals.skip')}
      </LinkButton>
      <LinkButton partName="revoke-stop" onClick={() => goBack(foyer)}>
        {say('approvals.stop')}
      </LinkButton>
    </div>
  )
}

function Fee({ fee, isReady }: Revocation): ReactNode {
  const { say, foyer } = useModal()
  const locale = foyer.options.locale.tag
  if (fee) return <bdi>{displaySmallAmount({ amount: fee, symbol: fee.symbol, locale })}</bdi>
  return isReady ? say('approvals.feeUnknown') : <Skeleton />
}

/** The call as its bytes say: the same that the wallet will show. */
function Signed({ call: { contract, method, inputs } }: { readonly call: DecodedCall }): ReactNode {
  const { say } = useModal()
  return (
    <section aria-label={say('approvals.signs')} {...part({ name: 'signed-call' })}>
      <p {...part({ name: 'signed-title' })}>{say('approvals.signs')}</p>
      <p dir="ltr" {...part({ name: 'signed-method' })}>
        <span title={contract}>{shortenAddress({ address: contract })}</span>.{method}
      </p>
      <dl dir="ltr" {...part({ name: 'signed-inputs' })}>
        {inputs.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value}>{value.length > 20 ? shortenAddress({ address: value }) : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What the last attempt came to, and what goes on now, for those who listen too. */
function Outcome({ revoking, call, isReady }: Revocation): ReactNode {
  const { say } = useModal()
  if (isReady && !call)
    return <p {...part({ name: 'revoke-outcome', states: { state: 'failed' } })}>{say('approvals.cannot')}</p>
  const isFailed = revoking?.status === 'failed'
  return (
    <p role={isFailed ? 'alert' : 'status'} {...part({ name: 'revoke-outcome', states: { state: revoking?.status } })}>
      {isFailed ? say(revoking.notice) : null}
      {revoking?.status === 'asking' ? say('approvals.confirm') : null}
      {revoking?.status === 'mining' ? say('approvals.mining') : null}
    </p>
  )
}

function Action({ call, isReady, revoking, revoke }: Revocation): ReactNode {
  const { foyer, say } = useModal()
  if (isReady && !call)
    return (
      <Button variant="quiet" partName="back" onClick={() => goBack(foyer)}>
        {say('approvals.back')}
      </Button>
    )
  const busy = !call || revoking?.status === 'asking' || revoking?.status === 'mining'
  return (
    <Button partName="revoke-button" icon={<ShieldIcon />} busy={busy} onClick={revoke}>
      {say(revoking?.status === 'failed' ? 'button.tryAgain' : 'approvals.revoke')}
    </Button>
  )
}
