import { initialStateFrom } from '@foyer/core'
import '@foyer/react/style.css'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from './providers'

export const metadata = { title: 'My dapp' }

export default async function Layout({ children }: { children: ReactNode }) {
  const initialState = initialStateFrom((await headers()).get('cookie'))
  return (
    <html lang="en">
      <body>
        <Providers initialState={initialState}>{children}</Providers>
      </body>
    </html>
  )
}
