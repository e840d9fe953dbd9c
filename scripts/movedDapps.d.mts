/** Installs the two dapps of the example `rainbowkit-to-foyer` in a folder apart, with the packed packages. @throws where they don't install */
export function installMovedDapps(folder: string, options?: { readonly overridden?: boolean }): Promise<void>
