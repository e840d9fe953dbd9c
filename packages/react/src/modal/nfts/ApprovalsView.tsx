import type { GivenApproval } from '@foyer/core/approvals'
import { push } from '@foyer/core/view'
import { Button, LinkButton, part, Row, RowList, ShieldIcon, Tag, TokenImage } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { type ShownApproval, useFoyerApprovals } from '../../headless/approvals.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { Listed } from './NftsPanel.js'

/** The account's open approvals, each of which can be revoked. */
export function ApprovalsView(): ReactNode {
  const { say } = useModal()
  const list = useFoyerApprovals()
  const { approvals, spam } = list
  return (
    <Listed
      {...list}
      of="approvals"
      icon={<ShieldIcon />}
      count={approvals.length}
      loading={<ViewSkeleton label={say('shell.loading')} />}
      spam={
        spam.length > 0 ? { count: spam.length, list: <List label={say('nfts.spam')} approvals={spam} /> } : undefined
      }
    >
      <Open approvals={approvals} />
    </Listed>
  )
}

/** Those that are open: one is taken back by a press on it, several in a round through those that are chosen. */
function Open({ approvals }: Pick<ListProps, 'approvals'>): ReactNode {
  const { foyer, say } = useModal()
  const [chosen, setChosen] = useState<readonly string[]>()
  if (!chosen)
    return (
      <>
        <p {...part({ name: 'lead' })}>{say('approvals.intro')}</p>
        <List label={say('approvals.list')} approvals={approvals} />
        {approvals.length > 1 ? (
          <LinkButton partName="revoke-several" onClick={() => setChosen([])}>
            {say('approvals.several')}
          </LinkButton>
        ) : null}
      </>
    )
  const wanted = approvals.filter(({ key }) => chosen.includes(key))
  const begin = () => {
    const [first, ...following] = wanted.map(givenOf)
    if (first) push(foyer, { view: 'RevokeApproval', ...first, round: { following, count: wanted.length } })
  }
  const toggle = (key: string) =>
    setChosen(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key])
  return (
    <>
      <p {...part({ name: 'lead' })}>{say('approvals.chooseSeveral')}</p>
      <List label={say('approvals.list')} approvals={approvals} choice={{ chosen, toggle }} />
      <Button partName="revoke-chosen" icon={<ShieldIcon />} disabled={wanted.length === 0} onClick={begin}>
        {say('approvals.revokeChosen', { count: wanted.length })}
      </Button>
      <div {...part({ name: 'revoke-ways' })}>
        <LinkButton partName="choose-all" onClick={() => setChosen(approvals.map(({ key }) => key))}>
          {say('approvals.chooseAll')}
        </LinkButton>
        <LinkButton partName="choose-none" onClick={() => setChosen(undefined)}>
          {say('approvals.chooseNone')}
        </LinkButton>
      </div>
    </>
  )
}

const givenOf = ({ approval, networkId, account }: ShownApproval): GivenApproval => ({ approval, networkId, account })

interface ListProps {
  readonly label: string
  readonly approvals: readonly ShownApproval[]
  /** While several are chosen: a press chooses one, or leaves it. */
  readonly choice?: { readonly chosen: readonly string[]; readonly toggle: (key: string) => void } | undefined
}

function List({ label, approvals, choice }: ListProps): ReactNode {
  const { foyer, say } = useModal()
  return (
    <RowList label={label}>
      {approvals.map((each) => {
        const { key, approval, name, spender, revoking } = each
        const isChosen = choice?.chosen.includes(key) === true
        return (
          <Row
            key={key}
            partName="approval"
            data-approval={key}
            label={name}
            sublabel={<bdi title={approval.spender}>{say('approvals.to', { spender })}</bdi>}
            image={<ApprovalImage of={each} />}
            trailing={<HowMuch of={each} />}
            chevron={!choice}
            busy={revoking?.status === 'mining'}
            selected={isChosen}
            {...(choice && { role: 'checkbox', 'aria-checked': isChosen, 'aria-current': undefined })}
            onClick={() => (choice ? choice.toggle(key) : push(foyer, { view: 'RevokeApproval', ...givenOf(each) }))}
          />
        )
      })}
    </RowList>
  )
}

/** Whole, as what is spread would bring its `key`, which React keeps for itself. */
interface Of<Known extends keyof ShownApproval> {
  readonly of: Pick<ShownApproval, Known>
}

/** The token's picture, or the collection's initial. */
export function ApprovalImage({ of: { approval, name } }: Of<'approval' | 'name'>): ReactNode {
  return <TokenImage symbol={name} src={approval.kind === 'token' ? approval.iconUrl : undefined} />
}

/** The amount; what has no limit is marked. */
export function HowMuch({ of: { approval, amount } }: Of<'approval' | 'amount'>): ReactNode {
  const { say } = useModal()
  if (amount === 'unlimited') return <Tag variant="warn">{say('approvals.unlimited')}</Tag>
  if (approval.kind === 'collection') return <Tag variant="warn">{say('approvals.all')}</Tag>
  return (
    <bdi
      title={approval.kind === 'nft' ? approval.tokenId : amount}
      data-look="dim"
      {...part({ name: 'approval-amount' })}
    >
      {amount}
    </bdi>
  )
}
