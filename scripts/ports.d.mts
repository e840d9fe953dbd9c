/** A port that no other program is given. */
export interface HeldPort {
  readonly port: number
  /** Gives it up, for what listens on it next. Can be called again. */
  readonly release: () => Promise<void>
}

/** Holds a port: the one that is liked, else any. */
export function holdPort(liked?: number): Promise<HeldPort>

/** The ports that are held for what is to be started. */
export interface HeldPorts<Name extends PropertyKey> {
  /** The port of that name, while it is held and after. */
  readonly portOf: (name: Name) => number
  /** Gives it up, for what listens on it at once. */
  readonly take: (name: Name) => Promise<number>
}

export interface WithPortsParameters<Name extends PropertyKey> {
  readonly names: readonly Name[]
  /** The ports that they like to have; free ones unless said. */
  readonly liked: { readonly [Each in Name]?: number | undefined }
  /** Called for each that is given another. */
  readonly onMoved?: ((moved: { name: Name; liked: number; port: number }) => void) | undefined
}

/**
 * Starts what listens on several ports; a port that another program takes in the moment between its release and the listening makes it choose and start
 * anew. `start` leaves nothing behind where it fails.
 */
export function withPorts<Name extends PropertyKey, Started>(
  parameters: WithPortsParameters<Name>,
  start: (ports: HeldPorts<Name>) => Promise<Started>,
): Promise<Started>
