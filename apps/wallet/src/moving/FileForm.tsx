import { Button, Field } from '@foyer/parts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { Message } from '../views/Message.js'

export interface FileFormProps {
  readonly isBusy: boolean
  readonly failure: string
  readonly onFile: (file: File, password: string) => void
}

/** A wallet's file, and the password that it was given. */
export function FileForm({ isBusy, failure, onFile }: FileFormProps): ReactNode {
  const [file, setFile] = useState<File>()
  const [password, setPassword] = useState('')
  const chosen = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file && password !== '' && !isBusy) onFile(file, password)
  }
  return (
    <form onSubmit={submit} className="frame">
      <Message
        title={sayHere('import.title')}
        actions={
          <Button type="submit" busy={isBusy} disabled={!file || password === ''}>
            {sayHere('import.do')}
          </Button>
        }
      >
        <p>{sayHere('import.say')}</p>
        <div className="form">
          <label className="file" data-part="button" data-variant="quiet" data-size="md">
            {sayHere('import.file')}
            <input
              type="file"
              accept="application/json,.json"
              data-part="visually-hidden"
              aria-describedby={chosen}
              onChange={(event) => setFile(event.currentTarget.files?.[0])}
            />
          </label>
          <p id={chosen} className="small" dir="auto">
            {file?.name}
          </p>
          <Field
            label={sayHere('export.password')}
            type="password"
            autoComplete="off"
            required
            dir="ltr"
            value={password}
            onValueChange={setPassword}
            error={failure || undefined}
          />
        </div>
      </Message>
    </form>
  )
}
