import type { ReactNode } from 'react'

/** An e-mail address: in one piece where a line has room for it, and going on after its sign where none has. */
export function EmailAddress({ email }: { readonly email: string }): ReactNode {
  const host = email.lastIndexOf('@') + 1
  return (
    <bdi className="email" dir="ltr">
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </bdi>
  )
}
