import { networkOf } from '@foyer/core'
import { push } from '@foyer/core/view'
import { EmptyState, LinkButton, part, Row, RowList, ShieldIcon, Tag, TokenImage } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { type Approvals, type ShownApproval, useApprovals } from '../../headless/approvals.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { Failed, Stale } from './NftsPanel.js'

/** What others may take of the account, each of which can be taken back. */
export function ApprovalsView(): ReactNode {
  const { say } = useModal()
  const { status, approvals, spam, known, retry } = useApprovals()
  if (status === 'idle' || status === 'loading') return <ViewSkeleton label={say('shell.loading')} />
  if (status === 'failed' && approvals.length + spam.length === 0)
    return <Failed message={say('approvals.failed')} retry={retry} />
  return (
    <div {...part({ name: 'approvals' })}>
      {status === 'failed' ? <Stale retry={retry} /> : null}
      {approvals.length === 0 ? (
        <None known={known} />
      ) : (
        <>
          <p {...part({ name: 'lead' })}>{say('approvals.intro')}</p>
          <List label={say('approvals.list')} approvals={approvals} />
        </>
      )}
      {approvals.length > 0 && !known ? <p {...part({ name: 'nfts-note' })}>{say('approvals.mayBeMore')}</p> : null}
      {spam.length > 0 ? <Spam approvals={spam} /> : null}
    </div>
  )
}

/** Nothing to be shown: because nothing is open, or because nobody knows. */
function None({ known }: Pick<Approvals, 'known'>): ReactNode {
  const { say, state } = useModal()
  const network = networkOf(state)?.name ?? say('shell.unknown')
  return known ? (
    <EmptyState icon={<ShieldIcon />} title={say('approvals.none')} text={say('approvals.noneWhy', { network })} />
  ) : (
    <EmptyState
      icon={<ShieldIcon />}
      title={say('approvals.unknown')}
      text={say('approvals.unknownWhy', { network })}
    />
  )
}

interface ListProps {
  readonly label: string
  readonly approvals: readonly ShownApproval[]
}

function List({ label, approvals }: ListProps): ReactNode {
  const { foyer, say } = useModal()
  return (
    <RowList label={label}>
      {approvals.map((each) => {
        const { key, approval, networkId, account, name, spender, revoking } = each
        return (
          <Row
            key={key}
            partName="approval"
            data-approval={key}
            label={name}
            sublabel={<bdi title={approval.spender}>{say('approvals.to', { spender })}</bdi>}
            image={<ApprovalImage {...each} />}
            trailing={<HowMuch {...each} />}
            chevron
            busy={revoking?.status === 'mining'}
            onClick={() => push(foyer, { view: 'RevokeApproval', approval, networkId, account })}
          />
        )
      })}
    </RowList>
  )
}

/** The token's picture, or the collection's initial. */
export function ApprovalImage({ approval, name }: Pick<ShownApproval, 'approval' | 'name'>): ReactNode {
  return <TokenImage symbol={name} src={approval.kind === 'token' ? approval.iconUrl : undefined} />
}

/** The amount; what has no limit is marked. */
export function HowMuch({ approval, amount }: Pick<ShownApproval, 'approval' | 'amount'>): ReactNode {
  const { say } = useModal()
  if (amount === 'unlimited') return <Tag variant="main">{say('approvals.unlimited')}</Tag>
  if (approval.kind === 'collection') return <Tag variant="main">{say('approvals.all')}</Tag>
  return (
    <bdi title={approval.kind === 'nft' ? approval.tokenId : undefined} {...part({ name: 'approval-amount' })}>
      {amount}
    </bdi>
  )
}

/** What the account didn't ask for, which is shown only to who wants it. */
function Spam({ approvals }: Pick<ListProps, 'approvals'>): ReactNode {
  const { say } = useModal()
  const [shown, setShown] = useState(false)
  return (
    <>
      <LinkButton partName="spam" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? say('nfts.hideSpam') : say('nfts.showSpam', { count: approvals.length })}
      </LinkButton>
      {shown ? <List label={say('nfts.spam')} approvals={approvals} /> : null}
    </>
  )
}
