import { AppBar } from '../../parts/app-bar.tsx';

/** The page of one deal. */
export function DealScreen({ transaction }: { transaction: string }) {
  return (
    <div key={transaction}>
      <AppBar />
    </div>
  );
}
