/** A host that the tests build as its own users do. */
export interface HostProject {
  /** The folder of `hosts` that says how it is built. */
  readonly name: string
  /** What it is built by. */
  readonly bundler: string
  /** The folder whose React it has, where that isn't its own. */
  readonly react?: string | undefined
  /** Pages have the bundler's own copy of React, whatever is installed beside it. */
  readonly bringsReact?: boolean | undefined
  /** FOYER_FULL=1: what it is built by, or its React, is dear or tried by another. */
  readonly rare?: boolean | undefined
}

/** All of them. */
export const hostProjects: readonly HostProject[] = [
  { name: 'webpack', bundler: 'webpack', rare: true },
  { name: 'webpack', bundler: 'webpack', react: 'react-19-0', rare: true },
  { name: 'rspack', bundler: '@rspack/core' },
  { name: 'esbuild', bundler: 'esbuild' },
  { name: 'vite-6', bundler: 'vite', rare: true },
  { name: 'vite-8', bundler: 'vite', rare: true },
  { name: 'react-router', bundler: 'react-router' },
  { name: 'next-15', bundler: 'next', bringsReact: true, rare: true },
]
