import { push } from '@foyer/core/view'
import { Button, NameIcon, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'

/** Why an account has a name, and the way to one. */
export default function ChooseAccountNameView(): ReactNode {
  const { say, foyer } = useModal()
  return (
    <div {...part({ name: 'name-words' })}>
      <span {...part({ name: 'state-icon' })}>
        <NameIcon />
      </span>
      <h2 {...part({ name: 'name-title' })}>{say('names.choose')}</h2>
      <p {...part({ name: 'state-text' })}>{say('names.chooseWhy')}</p>
      <div {...part({ name: 'actions' })}>
        <Button partName="choose-name" onClick={() => push(foyer, { view: 'RegisterAccountName' })}>
          {say('names.chooseButton')}
        </Button>
      </div>
    </div>
  )
}
