import { keyLength, randomBytes } from '@foyer/custody/bytes'
import { paperGroups, printPaper, readPaperGroup } from '@foyer/login/paper'
import { Button, Field } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { dayOf } from '../messages/say.js'
import { MessageForm } from '../views/MessageForm.js'
import type { AddDoorProps } from './AddPasskey.js'
import { addPaper, nameOf } from './ownDoors.js'

/** A paper is shown once, printed or written down, and counts once one of its groups was typed from it. */
export function AddPaper({ dashboard, onEnd }: AddDoorProps): ReactNode {
  const [part] = useState(() => randomBytes(keyLength))
  const [asked] = useState(() => 1 + ((randomBytes(1)[0] ?? 0) % paperGroups))
  const [groups, setGroups] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { isBusy, failure, act } = useWork()
  useEffect(() => {
    void printPaper(part).then(setGroups)
  }, [part])
  const group = String(asked)
  const add = () =>
    act(async () => {
      const bytes = await readPaperGroup(typed, asked)
      const isRight = bytes?.every((byte, index) => byte === part[(asked - 1) * bytes.length + index]) === true
      setWrong(!isRight)
      if (!isRight) return
      await addPaper(dashboard, part.slice())
      part.fill(0)
      onEnd()
    })
  return (
    <MessageForm
      title={sayHere('paper.title')}
      isBusy={isBusy}
      leave={sayHere('dashboard.cancel')}
      onLeave={onEnd}
      submit={{ label: sayHere('paper.add'), isReady: typed !== '', onSubmit: add }}
    >
      <p className="unprinted">{sayHere('paper.say')}</p>
      <Sheet groups={groups} email={nameOf(dashboard)} address={`${window.location.host}/dashboard`} />
      <div className="form unprinted">
        <Button variant="quiet" onClick={() => window.print()}>
          {sayHere('paper.print')}
        </Button>
        <Field
          label={sayHere('paper.check', { group })}
          error={isWrong ? sayHere('paper.checkWrong', { group }) : failure || undefined}
          value={typed}
          onValueChange={setTyped}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
    </MessageForm>
  )
}

/** Draws the sheet that is printed. */
function Sheet({
  groups,
  email,
  address,
}: {
  readonly groups: readonly string[]
  readonly email: string
  readonly address: string
}): ReactNode {
  const choice = sayHere('signIn.paper')
  return (
    <div className="sheet">
      <p className="name">{sayHere('paper.of', { email })}</p>
      <ol className="groups" dir="ltr">
        {groups.map((group) => (
          <li key={group}>
            <code>{`${group.slice(0, 4)} ${group.slice(4)}`}</code>
          </li>
        ))}
      </ol>
      <p>{sayHere('paper.how', { address, choice })}</p>
      <p>{sayHere('paper.printed', { when: dayOf(Date.now() / 1_000) })}</p>
    </div>
  )
}
