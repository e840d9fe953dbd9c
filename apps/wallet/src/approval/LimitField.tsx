import { readTypedAmount } from '@foyer/core/chain'
import { Button, Field } from '@foyer/parts'
import type { ShownRequest } from '@foyer/signing'
import { type FormEvent, type ReactNode, useState } from 'react'
import { say } from '../messages/say.js'

/** In the place of an allowance without a limit, one: the request that it makes is shown, and approved, for itself. */
export function LimitField({
  limit: { label, unit, decimals, usual },
  onLimit,
}: {
  readonly limit: NonNullable<ShownRequest<string>['limit']>
  readonly onLimit: (amount: string) => void
}): ReactNode {
  const [text, setText] = useState(usual)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Scripts submit forms too.
    if (!event.nativeEvent.isTrusted) return
    const amount = readTypedAmount({ text, decimals })
    if (amount && amount.value > 0n) onLimit(text)
    else setWrong(true)
  }
  return (
    <form className="limit" data-part="limit" noValidate onSubmit={submit}>
      <Field
        label={label}
        value={text}
        onValueChange={(typed) => {
          setText(typed)
          setWrong(false)
        }}
        error={isWrong ? say('approve.limitWrong') : undefined}
        trailing={<bdi>{unit}</bdi>}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
      />
      <Button variant="quiet" type="submit">
        {say('approve.limit')}
      </Button>
    </form>
  )
}
