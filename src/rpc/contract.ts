/** Types for callers: parameters and result of each method, its faults, and the events. No code. */
import type { SessionEvents } from '../wallet/session/types.ts';
import type { RpcFaults } from './faults.ts';
import type { registry } from './registry.gen.ts';
import type { DeepPartial, Infer } from '../base/shape.ts';
import type { Wire } from './schema.ts';

type Registry = typeof registry;
export type MethodName = keyof Registry;
/** Parameters of a method. Every field may be left out; it then has its default. */
export type Params<Name extends MethodName> = DeepPartial<Infer<Registry[Name]['params']>>;
/** Result of a method. Empty lists and fields at their default are left out. */
export type Result<Name extends MethodName> = Wire<Registry[Name]['result']>;
/** All fault codes that an error may contain, and the data of each. */
export type FaultCode = keyof RpcFaults;
export type FaultData<Code extends FaultCode> = RpcFaults[Code];

export interface Events {
  readonly status: Result<'x_status'>;
  readonly changed: SessionEvents['changed'];
  readonly received: SessionEvents['received'];
  readonly recorded: SessionEvents['recorded'];
  readonly closed: SessionEvents['closed'];
}
