import type { SendWarning } from '@foyer/core/send'
import { Button, part, WarningIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import type { Send } from '../../headless/send.js'
import { useModal } from '../modalContext.js'

/** What the visitor should know of the recipient, and has to agree to. */
export function Warnings({ send: { warnings, form, accept } }: { readonly send: Send }): ReactNode {
  const { say } = useModal()
  const { recipient, accepted } = form
  const agreed = recipient.status === 'found' && recipient.address === accepted
  return (
    <div role="alert">
      {warnings.map((warning) => {
        const { title, text } = wordsOf(say, warning)
        return (
          <div key={warning.type} data-warning={warning.type} data-look="ends" {...part({ name: 'send-warning' })}>
            <WarningIcon />
            <div>
              <p {...part({ name: 'send-warning-title' })}>{title}</p>
              <p>{text}</p>
            </div>
          </div>
        )
      })}
      {warnings.length === 0 || agreed ? null : (
        <Button variant="danger" size="sm" partName="send-accept" onClick={accept}>
          {say('send.accept')}
        </Button>
      )}
    </div>
  )
}

function wordsOf(say: Say, warning: SendWarning) {
  switch (warning.type) {
    case 'lookalike':
      return { title: say('send.lookalikeTitle'), text: say('send.lookalike', { known: warning.known }) }
    case 'own':
      return { title: say('send.ownTitle'), text: say('send.own') }
    case 'contract':
      return { title: say('send.contractTitle'), text: say('send.contract') }
  }
}
