import type { AccountType } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { goBack } from '@foyer/core/view'
import { Avatar, part, Row, RowList, Skeleton, Tag } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type AccountChoice, useFoyerAccountChoices } from '../../headless/accountChoices.js'
import { useFoyerIdentity } from '../../headless/identity.js'
import { useModal } from '../modalContext.js'

/** The accounts of the wallet, of which one is in use. */
export default function SwitchAddressView(): ReactNode {
  const { foyer, say, state } = useModal()
  const { choices, choose } = useFoyerAccountChoices()
  const { name, avatar } = useFoyerIdentity()
  return (
    <RowList label={say('account.accounts')} scrolls>
      {choices.map((choice) => (
        <Row
          key={choice.address}
          partName="account-choice"
          data-address={choice.address}
          title={choice.address}
          label={(choice.selected && name) || choice.shortAddress}
          sublabel={<Tag>{say(types[choice.type])}</Tag>}
          image={
            <Avatar
              address={choice.address}
              src={choice.selected ? avatar : foyer.options.avatar?.({ address: choice.address, family: state.family })}
              size="md"
            />
          }
          trailing={<Held {...choice} />}
          selected={choice.selected}
          onClick={() => {
            choose(choice.address)
            goBack(foyer)
          }}
        />
      ))}
    </RowList>
  )
}

const types: Readonly<Record<AccountType, PlainSentenceKey>> = {
  eoa: 'account.typeEoa',
  smartAccount: 'account.typeSmartAccount',
  payment: 'account.typePayment',
  ordinal: 'account.typeOrdinal',
  stx: 'account.typeStx',
}

/** An account's worth, and the way to it. An account whose worth can't be had is as good to go to. */
function Held({ status, total, selected }: AccountChoice): ReactNode {
  const { say } = useModal()
  return (
    <span {...part({ name: 'account-held', states: { status } })}>
      {status === 'loading' ? <Skeleton /> : status === 'failed' ? null : <bdi>{total}</bdi>}
      {selected ? null : <span {...part({ name: 'account-switch' })}>{say('account.switchTo')}</span>}
    </span>
  )
}
