import { HELP_REINIT_MS, type HelpConfiguration } from '../../contract/rules/account/help-widget.ts';
import type { HelpedPerson, HelpWidget } from './help-widget.ts';

/** The desired state of a widget; null removes it. */
export type WantedHelp = { configuration: HelpConfiguration; person: HelpedPerson } | null;

export interface WidgetDriver {
  want: (wanted: WantedHelp) => void;
  /** Tells the widget that the user signed out. */
  logOut: () => void;
}

/**
 *     out ── wanted ──▶ on ── another configuration ──▶ changing ── 1 s ──▶ on
 *      ▲                 │                                 │
 *      └── not wanted ───┴─────────────────────────────────┘
 *
 * A widget needs time between two configurations (docs/product/app-shell.md, "Help").
 */
export function driveWidget(widget: HelpWidget): WidgetDriver {
  let wanted: WantedHelp = null;
  let on: HelpConfiguration | null = null;
  let told: HelpedPerson | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    clearTimeout(timer);
    timer = undefined;
    if (on !== null) widget.destroy();
    on = null;
    told = null;
  };
  const enter = () => {
    timer = undefined;
    if (!wanted) return;
    on = wanted.configuration;
    widget.init(on);
    identify();
  };
  const identify = () => {
    const person = wanted?.person;
    if (!person || isSame(person, told)) return;
    told = person;
    widget.identify(person);
  };

  return {
    want(next) {
      wanted = next;
      if (!next) return leave();
      if (timer !== undefined) return;
      if (on === null) return enter();
      if (on === next.configuration) return identify();
      leave();
      timer = setTimeout(enter, HELP_REINIT_MS);
    },
    logOut() {
      wanted = null;
      leave();
      widget.logOut();
    },
  };
}

function isSame(one: HelpedPerson, other: HelpedPerson | null): boolean {
  return one.name === other?.name && one.email === other.email && one.signature === other.signature;
}
