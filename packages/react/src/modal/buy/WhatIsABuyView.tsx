import { goBack } from '@foyer/core/view'
import { Button, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { HelpBlock } from '../HelpBlock.js'
import { useModal } from '../modalContext.js'

/** The explanation of buying. */
export function WhatIsABuyView(): ReactNode {
  const { say, foyer } = useModal()
  return (
    <>
      <HelpBlock illustration="card" title={say('onramp.easily')} text={say('onramp.easilyText')} />
      <div data-look="stack-2" {...part({ name: 'actions' })}>
        <Button onClick={() => goBack(foyer)}>{say('onramp.buy')}</Button>
      </div>
    </>
  )
}
