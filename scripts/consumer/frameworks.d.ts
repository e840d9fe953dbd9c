// As much of two frameworks as the page on server rendering uses of them: their types belong to their own installations.
declare module 'next/headers' {
  export function headers(): Promise<Pick<Headers, 'get'>>
}

declare module 'react-router' {
  import type { ComponentType } from 'react'

  export const Links: ComponentType
  export const Meta: ComponentType
  export const Outlet: ComponentType
  export const Scripts: ComponentType
  export const ScrollRestoration: ComponentType
  export function useLoaderData<Loader extends (...args: never[]) => unknown>(): Awaited<ReturnType<Loader>>
}
