import type { ViewProps } from '@foyer/core'
import { reset } from '@foyer/core/view'
import { Button, CheckIcon, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { shownName } from '../../headless/walletNames.js'
import { useModal } from '../modalContext.js'

/** The account has its name. */
export default function RegisterAccountNameSuccessView({ name }: ViewProps<'RegisterAccountNameSuccess'>): ReactNode {
  const { say, foyer } = useModal()
  return (
    <div {...part({ name: 'name-words' })}>
      <span {...part({ name: 'state-icon', states: { kind: 'success' } })}>
        <CheckIcon />
      </span>
      <div role="status" {...part({ name: 'waiting-words' })}>
        <h2 {...part({ name: 'name-title' })}>{say('names.success')}</h2>
        <p {...part({ name: 'state-text' })}>{say('names.successWhy', { name: shownName(name) })}</p>
      </div>
      <div {...part({ name: 'actions' })}>
        <Button partName="go-to-account" onClick={() => reset(foyer, { view: 'Account' })}>
          {say('names.go')}
        </Button>
      </div>
    </div>
  )
}
