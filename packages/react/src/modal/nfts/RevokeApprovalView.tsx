import type { DecodedCall, ViewProps } from '@foyer/core'
import { passApproval, type RevocationRound } from '@foyer/core/approvals'
import { shortenAddress } from '@foyer/core/chain'
import { requestToRevoke, shownApproval, shownFee } from '@foyer/core/internal'
import { goBack } from '@foyer/core/view'
import { type Detail, LinkButton, part, Skeleton } from '@foyer/parts'
import { type ReactNode, useMemo } from 'react'
import type { ShownApproval } from '../../headless/approvals.js'
import { type Revocation, useFoyerRevocation } from '../../headless/revocation.js'
import type { Say } from '../../headless/say.js'
import { useFoyerTokens } from '../../headless/tokens.js'
import { useModal } from '../modalContext.js'
import { Fee, Review, WholeAddress } from '../review/Review.js'
import { ApprovalImage } from './ApprovalsView.js'

/** The revocation of an approval: what it is, what will be signed, and how far it has come. */
export function RevokeApprovalView(given: ViewProps<'RevokeApproval'>): ReactNode {
  const { say, state, foyer } = useModal()
  const revocation = useFoyerRevocation(given)
  const { approval, networkId, account, round } = given
  const request = useMemo(() => requestToRevoke({ approval, networkId, account }), [approval, networkId, account])
  const shown = shownApproval(foyer.options.locale.tag, given)
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.name
  const details: readonly Detail[] = [
    { id: 'spender', term: say('approvals.spender'), value: spenderOf(shown) },
    { id: 'address', term: say('approvals.address'), value: <WholeAddress>{approval.spender}</WholeAddress> },
    { id: 'network', term: say('nfts.network'), value: <bdi>{network ?? networkId}</bdi> },
    { id: 'fee', term: say('approvals.fee'), value: <FeeNow {...revocation} /> },
  ]
  const { call, isReady, revoking } = revocation
  const isAsked = revoking?.status === 'asking' || revoking?.status === 'mining'
  const failed = revoking?.status === 'failed' ? revoking : undefined
  const isOver = failed?.mayHaveBeenSent === true || (isReady && !call)
  return (
    <>
      {round ? <Place {...round} /> : null}
      <Review
        partName="revoke"
        sum={{ unit: unitOf(say, shown), note: shown.name, image: <ApprovalImage of={shown} /> }}
        details={details}
        request={request}
        status={isAsked ? say(revoking.status === 'asking' ? 'approvals.confirm' : 'approvals.mining') : undefined}
        trouble={failed ? say(failed.notice) : isReady && !call ? say('approvals.cannot') : undefined}
        buttons={{
          cancel: say(isOver ? 'approvals.back' : 'approvals.cancel'),
          onCancel: () => goBack(foyer),
          confirm: say(failed && !isOver ? 'button.tryAgain' : 'approvals.revoke'),
          onConfirm: revocation.revoke,
          busy: isAsked || (!call && !isReady),
          disabled: isOver,
          partName: 'revoke-button',
        }}
      >
        <p {...part({ name: approval.isSpam ? 'nft-warning' : 'lead' })}>
          {say(approval.isSpam ? 'approvals.spamLead' : 'approvals.revokeLead')}
        </p>
        {call ? <Signed call={call} /> : null}
      </Review>
      {round ? <WaysOut round={round} {...revocation} /> : null}
    </>
  )
}

/** Returns the spender, where the server knows a name. */
const spenderOf = ({ spender, approval }: Pick<ShownApproval, 'spender' | 'approval'>): ReactNode =>
  spender === shortenAddress({ address: approval.spender }) ? undefined : <bdi>{spender}</bdi>

/** Says how much may be taken until now, and that it is nothing then; an NFT by its number. */
function unitOf(say: Say, { approval, amount }: Pick<ShownApproval, 'approval' | 'amount'>): string {
  if (approval.kind === 'nft') return amount ?? ''
  const until = approval.kind === 'collection' ? 'approvals.all' : 'approvals.unlimited'
  return say('approvals.toNothing', { amount: amount === undefined || amount === 'unlimited' ? say(until) : amount })
}

/** The progress of a round through several. */
function Place({ following, count }: RevocationRound): ReactNode {
  const { say } = useModal()
  const number = count - following.length
  const words = say('approvals.place', { number, count })
  return (
    <div data-look="stack-1 dim" {...part({ name: 'revoke-place' })}>
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

function FeeNow({ fee, isReady }: Revocation): ReactNode {
  const { say, foyer } = useModal()
  const { tokens } = useFoyerTokens()
  const price = tokens.find(({ address }) => address === undefined)?.price
  const locale = foyer.options.locale.tag
  if (fee) return <Fee {...shownFee({ fee, symbol: fee.symbol, price, locale })} />
  return isReady ? say('approvals.feeUnknown') : <Skeleton />
}

/** The call as its bytes say: the same that the wallet will show. */
function Signed({ call: { contract, method, inputs } }: { readonly call: DecodedCall }): ReactNode {
  const { say } = useModal()
  return (
    <section aria-label={say('approvals.signs')} data-look="stack-1 panel" {...part({ name: 'signed-call' })}>
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
